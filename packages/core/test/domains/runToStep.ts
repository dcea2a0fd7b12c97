import { Effect } from "effect"
import { spawn } from "node:child_process"
import { join } from "node:path"
import type { Customer } from "./DomainsPlatform.ts"

/**
 * Starts a process that kills itself at a step, its last argument. True if its work had fewer steps, so that it ended
 * normally.
 */
export const runToStep = (script: string, { actor }: Customer, args: ReadonlyArray<string>, step: number) =>
  Effect.promise(() =>
    new Promise<boolean>((resolve, reject) => {
      const child = spawn(process.execPath, [script, ...args, String(step)], {
        env: {
          ACTOR: JSON.stringify(actor, (_, value) => value instanceof Set ? [...value] : value),
          NODE_COMPILE_CACHE: join(script, "..", "compiled")
        },
        stdio: ["ignore", "ignore", "pipe"]
      })
      let errors = ""
      child.stderr.on("data", (chunk) => errors += String(chunk))
      child.once("exit", (code, signal) =>
        signal === "SIGKILL" ? resolve(false) : code === 0 ? resolve(true) : reject(new Error(errors)))
    })
  )
