/** Codes of failures of an installation. REST responses do not have them. */
export type FailureCode =
  | "ERROR_STORAGE_UNAVAILABLE"
  | "ERROR_MIGRATION_FAILED"
  | "ERROR_SCHEMA_MISMATCH"
  | "ERROR_PLATFORM_CLOSED"
  | "ERROR_CALL_TIMEOUT"
  | "ERROR_TRANSACTION_LOST"
  | "ERROR_TRANSACTION_ENDED"
  | "ERROR_TRANSACTION_QUERY"
  | "ERROR_REGISTRY_IN_TRANSACTION"
  | "ERROR_INTERNAL"

/** A failure of an installation, as opposed to a rule of the platform. `cause` has the details, which are for logs. */
export abstract class PlatformFailure extends Error {
  abstract readonly _tag: string
  abstract readonly code: FailureCode
  /** True if the same call may succeed later without a change by the caller. */
  abstract readonly retryable: boolean
}

/** The database cannot be reached: it is down, starting, restarting, or has no connection left. */
export class StorageUnavailable extends PlatformFailure {
  readonly _tag = "StorageUnavailable"
  override readonly name = "StorageUnavailable"
  readonly code = "ERROR_STORAGE_UNAVAILABLE"
  readonly retryable = true

  constructor({ cause, message = "The storage cannot be reached" }: {
    readonly cause?: unknown
    readonly message?: string | undefined
  } = {}) {
    super(message, { cause })
  }
}

/** A migration of the schema failed and was rolled back. */
export class MigrationFailed extends PlatformFailure {
  readonly _tag = "MigrationFailed"
  override readonly name = "MigrationFailed"
  readonly code = "ERROR_MIGRATION_FAILED"
  readonly retryable = false
  /** Name of the migration, such as `0001_baseline`; null if the failure precedes the first one. */
  readonly migration: string | null
  /** SQLSTATE of the database; null on SQLite, which has none. */
  readonly sqlstate: string | null

  constructor({ cause, migration, sqlstate }: {
    readonly cause: unknown
    readonly migration: string | null
    readonly sqlstate: string | null
  }) {
    const what = migration === null ? "The schema cannot be migrated" : `The migration ${migration} failed`
    super(sqlstate === null ? what : `${what} (SQLSTATE ${sqlstate})`, { cause })
    this.migration = migration
    this.sqlstate = sqlstate
  }
}

/** The schema of the database is not the one that this version of the library uses. */
export class SchemaMismatch extends PlatformFailure {
  readonly _tag = "SchemaMismatch"
  override readonly name = "SchemaMismatch"
  readonly code = "ERROR_SCHEMA_MISMATCH"
  readonly retryable = false
  /** Number of the last migration in the database; 0 if it has no tables. */
  readonly stored: number
  /** Number of the last migration of this version. */
  readonly known: number

  constructor({ known, stored }: { readonly known: number; readonly stored: number }) {
    super(
      stored > known
        ? `The database has schema ${stored} of a later version; this version knows ${known}`
        : `The database has schema ${stored}, and this version needs ${known}: run migrate`
    )
    this.stored = stored
    this.known = known
  }
}

/** The platform was disposed of. */
export class PlatformClosed extends PlatformFailure {
  readonly _tag = "PlatformClosed"
  override readonly name = "PlatformClosed"
  readonly code = "ERROR_PLATFORM_CLOSED"
  readonly retryable = false

  constructor() {
    super("The platform is closed")
  }
}

/** A call took longer than its option `timeout`. Work that must not stop halfway continues in the background. */
export class CallTimeout extends PlatformFailure {
  readonly _tag = "CallTimeout"
  override readonly name = "CallTimeout"
  readonly code = "ERROR_CALL_TIMEOUT"
  readonly retryable = true

  constructor(timeoutMillis: number) {
    super(`The call took longer than ${timeoutMillis} ms`)
  }
}

/** The database rolled a transaction back in favour of another one. The same transaction may succeed when it runs again. */
export class TransactionLost extends PlatformFailure {
  readonly _tag = "TransactionLost"
  override readonly name = "TransactionLost"
  readonly code = "ERROR_TRANSACTION_LOST"
  readonly retryable = true

  constructor({ cause }: { readonly cause?: unknown } = {}) {
    super("The transaction was rolled back in favour of a concurrent one", { cause })
  }
}

/** A call on a transaction that has been committed or rolled back. */
export class TransactionEnded extends PlatformFailure {
  readonly _tag = "TransactionEnded"
  override readonly name = "TransactionEnded"
  readonly code = "ERROR_TRANSACTION_ENDED"
  readonly retryable = false

  constructor() {
    super("The transaction has ended")
  }
}

/** A statement of the host failed in a transaction, which is rolled back. */
export class TransactionQueryFailed extends PlatformFailure {
  readonly _tag = "TransactionQueryFailed"
  override readonly name = "TransactionQueryFailed"
  readonly code = "ERROR_TRANSACTION_QUERY"
  readonly retryable = false
  /** SQLSTATE of PostgreSQL; null on SQLite, which has none. */
  readonly sqlstate: string | null

  constructor({ cause, sqlstate }: { readonly cause: unknown; readonly sqlstate: string | null }) {
    super(
      sqlstate === null ? "A statement of the transaction failed" : `A statement failed with SQLSTATE ${sqlstate}`,
      { cause }
    )
    this.sqlstate = sqlstate
  }
}

/** A call in a transaction needs a registry, which cannot take part in it. Submit a job instead. */
export class RegistryInTransaction extends PlatformFailure {
  readonly _tag = "RegistryInTransaction"
  override readonly name = "RegistryInTransaction"
  readonly code = "ERROR_REGISTRY_IN_TRANSACTION"
  readonly retryable = false

  constructor() {
    super("A registry cannot take part in a transaction: submit a job, or call outside of the transaction")
  }
}

/** An unexpected failure. The message has no inner text; `cause` is for logs. */
export class InternalFailure extends PlatformFailure {
  readonly _tag = "InternalFailure"
  override readonly name = "InternalFailure"
  readonly code = "ERROR_INTERNAL"
  readonly retryable = false

  constructor({ cause }: { readonly cause: unknown }) {
    super("The platform failed to carry out the call", { cause })
  }
}
