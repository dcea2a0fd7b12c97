/**
 * The platform: how a host makes one, names its callers, and reads errors and changes.
 *
 * @module Platform
 */
export {
  type Margin,
  marginOnCost,
  type Margins,
  type PricingQuery,
  type PricingResult
} from "@namewright/core/billing"
export {
  type Change,
  type ChangeKind,
  type ChangePage,
  ChangesRemoved,
  type ReadChanges
} from "@namewright/core/changes"
export {
  type BatchCommandInput,
  type Caller,
  CallTimeout,
  type ChangeCalls,
  ConfigurationError,
  type Consume,
  createPlatform,
  type HostUser,
  InternalFailure,
  isPlatformError,
  MigrationFailed,
  type OnChange,
  type OperatorCalls,
  type Platform,
  type PlatformCalls,
  PlatformClosed,
  type PlatformError,
  type PlatformErrorCode,
  type PlatformErrorOf,
  PlatformFailure,
  type PlatformOptions,
  type PlatformTransaction,
  type PriceFunction,
  type PricingOption,
  type PricingSettings,
  type QueryValue,
  RegistryInTransaction,
  retryAfterSeconds,
  type RunOptions,
  SchemaMismatch,
  StorageUnavailable,
  type TickReport,
  TransactionEnded,
  TransactionLost,
  TransactionQueryFailed,
  type TransactionStatements
} from "@namewright/core/embed"
export {
  type Mailbox,
  mailbox,
  type MailContent,
  type MailerDriver,
  type MailMessage,
  type MailSender,
  MailSendFailed
} from "@namewright/core/mail"
export {
  type DnsSettings,
  type Environment,
  errorCatalogue,
  type ErrorCode,
  type ErrorKind,
  type FailureCode,
  InvalidInput,
  type Permission,
  type PlatformSettings
} from "@namewright/core/shared"
