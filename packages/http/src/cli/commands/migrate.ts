import { Migrations } from "@namewright/adapters-sql"
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { connected, describeDatabase, prepareFolder } from "../Database.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"

const print = Flag.Literals("print", ["pg", "sqlite"]).pipe(
  Flag.withDescription("Print the SQL for an empty database instead of running it"),
  Flag.optional
)

export const migrate = Command.make(
  "migrate",
  { ...settingFlags("database"), print },
  Effect.fn("migrate")(function*(flags) {
    if (Option.isSome(flags.print)) return yield* Console.log(yield* Migrations.toSql(flags.print.value))
    const { database } = yield* chosenSettings(flags)
    yield* prepareFolder(database)
    const done = yield* connected(database, Migrations.run)
    for (const [number, name] of done) yield* Console.log(`${String(number).padStart(4, "0")}_${name}`)
    yield* Console.log(
      done.length === 0
        ? `The schema is up to date: ${describeDatabase(database)}`
        : `Ran ${done.length} ${done.length === 1 ? "migration" : "migrations"}: ${describeDatabase(database)}`
    )
  })
).pipe(Command.withDescription("Migrate the schema of the database"))
