import { execFileSync, spawnSync } from "node:child_process"
import { tmpdir } from "node:os"

/** The user that runs PostgreSQL, which refuses to run as root. */
export interface PostgresAccount {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

const idOf = (flag: "-u" | "-g", name: string): number =>
  Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }))

/** An existing user for a process of root. Undefined if the process is another user's, who runs PostgreSQL itself. */
export const postgresAccount = (): PostgresAccount | undefined => {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ["postgres", "nobody"]) {
    try {
      return { name, uid: idOf("-u", name), gid: idOf("-g", name) }
    } catch {
      // The next one may exist.
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

/** The first of the system's temporary folders that the account may enter. */
export const temporaryFolderFor = (account: PostgresAccount | undefined): string => {
  const folder = [tmpdir(), "/tmp", "/var/tmp"].find((path) => mayUse(account, [path]))
  if (folder !== undefined) return folder
  throw new Error(`PostgreSQL runs as the user ${account?.name}, who may not enter ${tmpdir()}, /tmp or /var/tmp`)
}
