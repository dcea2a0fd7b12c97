import * as Postgres from "@namewright/adapters-pg"
import { Migrations } from "@namewright/adapters-sql"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { connected, type Database, describeDatabase, prepareFolder } from "../Database.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

const print = Flag.Literals("print", ["pg", "sqlite"]).pipe(
  Flag.withDescription("Print the SQL for an empty database instead of running it"),
  Flag.optional
)

const schema = Flag.String("schema").pipe(
  Flag.withDescription("Schema of the tables on PostgreSQL, which is created where the role may do so"),
  Flag.optional
)

/** Runs the pending migrations, and returns their names. */
const pending = (database: Database, inSchema: string | undefined) => {
  if (inSchema === undefined) return connected(database, Migrations.namesRun)
  if (database.type === "sqlite") return Effect.fail(new CommandFailed({ message: "--schema: SQLite has no schemas" }))
  const { url } = database
  return Effect.tryPromise({
    try: () => Postgres.migrate({ url, schema: inSchema }),
    catch: (error) => new CommandFailed({ message: error instanceof Error ? error.message : String(error) })
  })
}

export const migrate = Command.make(
  "migrate",
  { ...settingFlags("database"), print, schema },
  Effect.fn("migrate")(function*(flags) {
    const inSchema = Option.getOrUndefined(flags.schema)
    if (Option.isSome(flags.print)) return yield* Console.log(yield* Migrations.toSql(flags.print.value, inSchema))
    const { database } = yield* chosenSettings(flags)
    yield* prepareFolder(database)
    const done = yield* pending(database, inSchema)
    for (const name of done) yield* Console.log(name)
    yield* Console.log(
      done.length === 0
        ? `The schema is up to date: ${describeDatabase(database)}`
        : `Ran ${done.length} ${done.length === 1 ? "migration" : "migrations"}: ${describeDatabase(database)}`
    )
  })
).pipe(Command.withDescription("Migrate the schema of the database"))
