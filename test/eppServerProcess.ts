import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import { compileCache } from "./compileCache.ts"

const script = fileURLToPath(new URL("../scripts/epp/server.ts", import.meta.url))

/** `npm run epp:server` for some TLDs, with one registrar, on a free port; it is killed when the scope closes. */
export const eppServerProcess = (
  { authority, database, password, tlds, user }: {
    readonly tlds: ReadonlyArray<string>
    readonly user: string
    readonly password: string
    /** Path of the file to which it writes its certificate. */
    readonly authority: string
    /** Path of its database file; in memory by default. */
    readonly database?: string
  }
): Effect.Effect<{ readonly port: number }, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() =>
        started([
          "--port",
          "0",
          "--user",
          user,
          "--password",
          password,
          "--ca-file",
          authority,
          ...(database === undefined ? [] : ["--database", database]),
          ...named(tlds)
        ])
      ),
      ({ child }) => Effect.sync(() => void child.kill("SIGKILL"))
    ),
    ({ port }) => ({ port })
  )

const named = (tlds: ReadonlyArray<string>) => tlds.flatMap((tld) => ["--tld", tld])

const started = async (args: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, ["--conditions=namewright-source", script, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env["PATH"], NODE_COMPILE_CACHE: compileCache }
  })
  let printed = ""
  const port = new Promise<number>((resolve) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      const found = /^EPP server +\S+:(\d+)$/m.exec(printed)?.[1]
      if (found !== undefined && printed.includes("SHA-256")) resolve(Number(found))
    }
    child.stdout.on("data", read)
    child.stderr.on("data", read)
  })
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`The EPP server ended with ${code}:\n${printed}`)
  })
  return { child, port: await Promise.race([port, ended]) }
}
