import { HostTransaction } from "@namewright/core/shared"
import { Deferred, Effect, Exit, Scope, Semaphore } from "effect"
import { type SqlConnection, SqlError } from "effect/sql"
import type { DatabaseSync } from "node:sqlite"

/** Finished transactions that wait for the same commit. */
interface Group {
  /** Ends with the commit. */
  readonly committed: Deferred.Deferred<void, SqlError.SqlError>
  /** Number of transactions. */
  size: number
}

/** The connection of one transaction. */
interface TransactionConnection extends SqlConnection.Connection {
  readonly finish: Effect.Effect<void, SqlError.SqlError>
}

const begin = "BEGIN IMMEDIATE"
const rollback = "ROLLBACK"

/** Maximum number of transactions in a group. It bounds the pages of a commit, and the wait for it. */
const largeGroup = 32

/**
 * Group commit for `SqlClient`. A commit writes every page that its transaction changed and waits for the disk, and most
 * transactions change the same pages. Concurrent transactions are therefore executed one after another inside one
 * transaction of the database, each in a savepoint, and all return after its commit. A group is committed when no
 * other fiber that can run adds a transaction, when it is large, and before a transaction of the host, whose code may pause.
 * A transaction without concurrent ones is committed at once.
 *
 * A statement outside transactions that is executed while a group is open returns after the commit, because it may have
 * read changes that are not stored yet.
 */
export const makeGroupCommit = Effect.fnUntraced(function*(
  connection: SqlConnection.Connection,
  database: Pick<DatabaseSync, "isTransaction">
) {
  const queue = yield* Semaphore.make(1)
  let group: Group | undefined

  const execute = (statement: string) => Effect.asVoid(connection.execute(statement, [], undefined))

  /** After some errors SQLite rolls back the transaction of the database, for example after a full disk. */
  const failLostGroup = () => {
    if (group === undefined || database.isTransaction) return
    Deferred.doneUnsafe(group.committed, Effect.fail(rolledBack()))
    group = undefined
  }

  /** Commits the open group. The caller has the permit of the queue. */
  const commitOpenGroup = Effect.gen(function*() {
    failLostGroup()
    if (group === undefined) return
    const { committed } = group
    group = undefined
    const exit = yield* Effect.exit(execute("COMMIT"))
    if (Exit.isFailure(exit) && database.isTransaction) yield* Effect.ignore(execute(rollback))
    yield* Deferred.done(committed, exit)
  })

  /** Waits until no fiber that can run adds a transaction to the group, or it is committed. */
  const quiet = (own: Group, size = 0): Effect.Effect<void> =>
    Effect.suspend(() =>
      group !== own || own.size === size ? Effect.void : Effect.andThen(Effect.yieldNow, quiet(own, own.size))
    )

  const commitWhenQuiet = (own: Group) => {
    const ifOpen = <E>(effect: Effect.Effect<void, E>) => Effect.suspend(() => group === own ? effect : Effect.void)
    return Effect.andThen(quiet(own), ifOpen(queue.withPermit(ifOpen(commitOpenGroup))))
  }

  const openTransaction = (release: Effect.Effect<void>): TransactionConnection => {
    let isNested = false

    const beginNested = Effect.gen(function*() {
      failLostGroup()
      isNested = group !== undefined
      // The rollback after a failed commit failed too.
      if (!isNested && database.isTransaction) yield* execute(rollback)
      yield* execute(isNested ? "SAVEPOINT member" : begin)
    })

    const rollbackNested = Effect.suspend(() =>
      isNested
        ? Effect.andThen(execute("ROLLBACK TO SAVEPOINT member"), execute("RELEASE SAVEPOINT member"))
        : execute(rollback)
    )

    return {
      ...connection,
      executeUnprepared: (statement, params, transform) => {
        if (statement === begin) return Effect.as(beginNested, [])
        if (statement === rollback) return Effect.as(rollbackNested, [])
        return connection.executeUnprepared(statement, params, transform)
      },
      finish: Effect.gen(function*() {
        if (!database.isTransaction) return yield* Effect.fail(rolledBack())
        if (isNested) yield* execute("RELEASE SAVEPOINT member")
        const joined = group
        const own = group ??= { committed: Deferred.makeUnsafe(), size: 0 }
        own.size += 1
        if (own.size >= largeGroup) yield* commitOpenGroup
        yield* release
        // A fiber of its own waits for the permit, so that the first transaction returns when a later one commits.
        if (joined === undefined) yield* Effect.forkDetach(commitWhenQuiet(own))
        yield* Deferred.await(own.committed)
      })
    }
  }

  const transactionAcquirer = Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      yield* restore(queue.take(1))
      let isReleased = false
      const release = Effect.suspend(() => {
        if (isReleased) return Effect.void
        isReleased = true
        return Effect.asVoid(queue.release(1))
      })
      yield* Scope.addFinalizer(yield* Effect.scope, release)
      if (yield* HostTransaction) yield* commitOpenGroup
      return openTransaction(release)
    })
  )

  const borrower: SqlConnection.Borrower = (f) =>
    Effect.flatMap(
      queue.withPermit(Effect.suspend(() => {
        failLostGroup()
        return Effect.map(Effect.exit(f(connection)), (exit) => ({ exit, open: group }))
      })),
      ({ exit, open }) => open === undefined ? exit : Effect.andThen(Deferred.await(open.committed), exit)
    )

  return {
    beginTransaction: begin,
    borrower,
    commit: (transaction: SqlConnection.Connection) => (transaction as TransactionConnection).finish,
    isTransaction: () => database.isTransaction,
    rollback,
    transactionAcquirer
  }
})

const rolledBack = () => {
  const cause = new Error("SQLite rolled the transaction back")
  return new SqlError.SqlError({
    reason: new SqlError.UnknownError({ cause, message: cause.message, operation: "commit" })
  })
}
