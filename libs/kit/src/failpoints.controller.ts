import { Body, Controller, Delete, HttpCode, Post } from '@nestjs/common';
import { IsIn, IsInt, Max, Min } from 'class-validator';
import {
  armFailpoint,
  disarmFailpoints,
  type Failpoint,
  FAILPOINT_ACTIONS,
  type FailpointAction,
  FAILPOINTS,
} from './failpoints.js';

class ArmFailpoint {
  @IsIn(FAILPOINTS) point!: Failpoint;
  @IsIn(FAILPOINT_ACTIONS) action!: FailpointAction;
  @IsInt() @Min(1) @Max(10_000) pass: number = 1;
}

/** Lets tests arm the process's failpoints; registered only if FAILPOINTS=on. */
@Controller('failpoints')
export class FailpointsController {
  @Post()
  @HttpCode(204)
  arm(@Body() { point, action, pass }: ArmFailpoint): void {
    armFailpoint(point, action, pass);
  }

  @Delete()
  @HttpCode(204)
  disarm(): void {
    disarmFailpoints();
  }
}
