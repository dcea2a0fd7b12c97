import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { freePort } from "./freePort.ts"

/** A registry for packages on this machine. */
export interface LocalRegistry extends AsyncDisposable {
  /** Ends with a slash. */
  readonly url: string
  /** File of npm's settings with the credentials of a user. */
  readonly npmrc: string
}

const verdaccio = fileURLToPath(new URL("../tools/registry/node_modules/verdaccio/bin/verdaccio", import.meta.url))

const configuration = (refused: ReadonlyArray<string>): string =>
  JSON.stringify({
    storage: "./storage",
    auth: { htpasswd: { file: "./htpasswd" } },
    packages: {
      ...Object.fromEntries(refused.map((name) => [name, { access: "$all", publish: "nobody" }])),
      "@namewright/*": { access: "$all", publish: "$authenticated" },
      // The rest comes from the registry of the machine.
      "**": { access: "nobody" }
    },
    max_body_size: "50mb",
    log: { type: "stdout", level: "error" }
  })

/** Starts a registry with its data in a folder, which refuses to publish some packages. */
export const startRegistry = async (folder: string, refused: ReadonlyArray<string> = []): Promise<LocalRegistry> => {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, "config.yaml"), configuration(refused))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const child = spawn(process.execPath, [verdaccio, "--config", "config.yaml", "--listen", `127.0.0.1:${port}`], {
    cwd: folder,
    stdio: ["ignore", "inherit", "inherit"]
  })
  const ended = once(child, "exit")
  const dispose = async () => {
    child.kill()
    await ended
  }
  try {
    await answering(url, ended)
    const npmrc = join(folder, "npmrc")
    await writeFile(npmrc, `//127.0.0.1:${port}/:_authToken=${await tokenOf(url)}\n@namewright:registry=${url}\n`)
    return { url, npmrc, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Milliseconds. */
const [pause, startTimeout] = [100, 60_000]

const answering = async (url: string, ended: Promise<unknown>): Promise<void> => {
  const deadline = AbortSignal.timeout(startTimeout)
  const isEnded = ended.then(() => true)
  while (!deadline.aborted) {
    const isThere = await fetch(`${url}-/ping`, { signal: deadline }).then(({ ok }) => ok, () => false)
    if (isThere) return
    const waited = new Promise<false>((resolve) => setTimeout(resolve, pause, false))
    if (await Promise.race([isEnded, waited])) throw new Error("The registry ended before it answered")
  }
  throw new Error(`The registry does not answer at ${url}`)
}

/** Creates a user, or signs in, and returns the token. */
const tokenOf = async (url: string): Promise<string> => {
  const name = "releases"
  const body = JSON.stringify({ name, password: "a password of the test" })
  const basic = Buffer.from(`${name}:a password of the test`).toString("base64")
  const headers = { "content-type": "application/json", authorization: `Basic ${basic}` }
  const created = await fetch(`${url}-/user/org.couchdb.user:${name}`, { method: "PUT", headers, body })
  const { token } = await created.json() as { readonly token?: string }
  if (token === undefined) throw new Error(`The registry creates no user: ${created.status}`)
  return token
}
