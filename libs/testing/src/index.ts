export { freePort } from '@geodes/servers';
export {
  consecutivePorts,
  audit,
  auditUntilClean,
  endProcess,
  isReady,
  programFile,
  runTool,
  startMailCatcher,
  startProgram,
  startSimulator,
} from './programs.js';
export { type Cut, cuttingProxy, type CuttingProxy, type Statement } from './cutting-proxy.js';
export {
  demoBuyer,
  demoGeode,
  type DemoOrder,
  type DemoOrderOptions,
  demoOrder,
  type GeodeFields,
  NO_PICTURE,
  ORDER_PATH,
} from './demo-order.js';
export { type CaughtLetter, MailCatcher } from './mail-catcher.js';
export { personalData, scanLog } from './personal-data.js';
export { eventually, until } from './polling.js';
export { median, quantile, Random } from './numbers.js';
export { bodyOf, type OrderReply, Owner, readOrderReply, type Reply, send, ShopClient } from './shop-client.js';
export {
  keptCents,
  type LedgerPayment,
  type LedgerRefund,
  type SquareFault,
  SquareSimulator,
} from './square-simulator.js';
export { freshDatabase, type FreshDatabase, onDatabase, testServers } from './servers.js';
export { fakeService, type FakeService, type FakeHandlers } from './fake-service.js';
export {
  ADMIN_PIN,
  ADMIN_PIN_HASH,
  type Service,
  SERVICES,
  ShopProcesses,
  ShopServers,
  type StartedShop,
  startShop,
} from './start-shop.js';
