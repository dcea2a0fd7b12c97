export {
  CallTimeout,
  ConfigurationError,
  InternalFailure,
  MigrationFailed,
  PlatformClosed,
  PlatformFailure,
  RegistryInTransaction,
  SchemaMismatch,
  StorageUnavailable,
  TransactionEnded,
  TransactionLost,
  TransactionQueryFailed
} from "../shared/index.ts"
export type { HostLogger, HostMeter, HostTracer, TelemetryOptions, WriteLog } from "../telemetry/index.ts"
export { type BatchCommandInput, batchCommands, commandForms } from "./batchCommands.ts"
export { actorOfCaller, type Caller, type HostUser } from "./Caller.ts"
export type { OperatorCalls, PlatformCalls } from "./calls.ts"
export type { ChangeCalls, Consume, OnChange } from "./ChangeCalls.ts"
export type { ClaimsNoticeFunction, IssuedClaimsNotice } from "./ClaimsNoticesOption.ts"
export { createPlatform, type Platform, type PlatformTransaction } from "./createPlatform.ts"
export type { InvoicingOption } from "./InvoicingOption.ts"
export { layerPlatform, type PlatformServices } from "./layerPlatform.ts"
export {
  isPlatformError,
  type PlatformError,
  type PlatformErrorCode,
  type PlatformErrorOf,
  retryAfterSeconds
} from "./PlatformError.ts"
export type { PlatformOptions } from "./PlatformOptions.ts"
export type { QueryValue, TransactionStatements } from "./PlatformTransaction.ts"
export type { PriceFunction, PricingOption, PricingSettings } from "./PricingOption.ts"
export { rejectionOf, type RunOptions } from "./PromiseRunner.ts"
export type { RegistriesOption } from "./RegistriesOption.ts"
export { services } from "./services.ts"
export type { Storage } from "./Storage.ts"
export type { SuggestionFunction } from "./SuggestionsOption.ts"
export { type TickReport, Worker } from "./Worker.ts"
