import { Module } from '@nestjs/common';
import { AdminSessions } from './admin-sessions.js';
import { AuthController } from './auth.controller.js';
import { EndSessions } from './end-sessions.js';
import { LoginAttempts } from './login-attempts.js';
import { Login } from './login.js';

@Module({
  controllers: [AuthController],
  providers: [AdminSessions, EndSessions, Login, LoginAttempts],
  exports: [AdminSessions],
})
export class AuthModule {}
