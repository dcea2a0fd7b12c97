// oxlint-disable-next-line import/no-unassigned-import -- it changes the clock before everything else is loaded
import "./fastMachine.ts"
import pg from "pg"
import { createShop } from "../../shop/shop.ts"

/**
 * The shop as a process: `node servedShop.ts BASE FACTOR URL`. It loads everything, prints `warm`, and waits for a `Kill` on
 * its standard input. Then it serves on a free port, and prints its address.
 */
const url = process.argv[4]

/** The statement at which the process kills itself, as `kill -9` would. */
export interface Kill {
  /** Part of the statement. */
  readonly at: string
  /** Number of such statements before it. */
  readonly after: number
  /** Before the statement is sent, or after its response. */
  readonly before: boolean
}

const textOf = (query: unknown): string =>
  typeof query === "object" && query !== null && "text" in query ? String(query.text) : String(query)

const killAt = ({ after, at, before }: Kill): void => {
  let found = 0
  const { query } = pg.Client.prototype
  const kill = () => process.kill(process.pid, "SIGKILL")
  pg.Client.prototype.query = function(this: pg.Client, ...args: ReadonlyArray<unknown>): unknown {
    const isLast = textOf(args[0]).includes(at) && found++ === after
    if (isLast && before) kill()
    const result: unknown = Reflect.apply(query, this, args)
    if (isLast && result instanceof Promise) result.then(kill, kill)
    else if (isLast) kill()
    return result
  } as typeof query
}

process.stdin.once("data", async (line: Buffer) => {
  const kill: Kill | null = JSON.parse(line.toString())
  if (kill !== null) killAt(kill)
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  pool.on("error", () => {})
  const { app } = createShop(pool)
  process.once("SIGTERM", async () => {
    await app.close()
    await pool.end()
    process.exit()
  })
  console.log(`listening ${await app.listen({ port: 0, host: "127.0.0.1" })}`)
})
console.log("warm")
