import { execFileSync, spawnSync } from "node:child_process"
import { tmpdir } from "node:os"

/** User that runs PostgreSQL, which refuses to run as root. */
export interface PostgresAccount {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const idOf = (flag: "-u" | "-g", name: string): number =>
  Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))

/** Existing user for a process of root. Undefined for other users, who run PostgreSQL themselves. */
export const postgresAccount = (): PostgresAccount | undefined => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ["postgres", "nobody"]) {
    try {
      return { name, uid: idOf("-u", name), gid: idOf("-g", name) }
    } catch {
      // Try the next name.
    }
  }
  throw new Error("PostgreSQL does not run as root, and this system has no user postgres or nobody")
}

/** True if the account may enter the folders, and read and execute the files. */
export const mayUse = (account: PostgresAccount | undefined, paths: ReadonlyArray<string>): boolean => {
  if (account === undefined) return true
  const { gid, uid } = account
  const script = "for path do test -r \"$path\" && test -x \"$path\" || exit 1; done"
  return spawnSync("sh", ["-c", script, "sh", ...paths], { cwd: "/", uid, gid }).status === 0
}

/** First temporary folder that the account may enter. */
export const temporaryFolderFor = (account: PostgresAccount | undefined): string => {
  const folder = [tmpdir(), "/tmp", "/var/tmp"].find((path) => mayUse(account, [path]))
  if (folder !== undefined) return folder
  throw new Error(`PostgreSQL runs as the user ${account?.name}, who may not enter ${tmpdir()}, /tmp or /var/tmp`)
}
