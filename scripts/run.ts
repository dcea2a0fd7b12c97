import { execFile, spawn } from "node:child_process"
import { promisify } from "node:util"
import { root } from "./packages.ts"

/** Runs a program and shows its output; rejects if it fails. */
export const run = (
  command: string,
  args: ReadonlyArray<string>,
  { cwd = root, env = process.env }: { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv } = {}
): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, stdio: "inherit", shell: process.platform === "win32" })
    child.once("error", reject)
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ${args.join(" ")} ended with ${code}`)))
  })

/** Runs a program and returns its output; rejects with its output if it fails. */
export const outputOf = async (command: string, args: ReadonlyArray<string>, cwd = root): Promise<string> => {
  const options = { cwd, maxBuffer: 1 << 26, shell: process.platform === "win32" }
  return promisify(execFile)(command, args, options).then(
    ({ stdout }) => stdout,
    (error: { readonly stdout?: string; readonly stderr?: string }) => {
      throw new Error(`${command} ${args.join(" ")}\n${error.stdout ?? ""}${error.stderr ?? ""}`, { cause: error })
    }
  )
}
