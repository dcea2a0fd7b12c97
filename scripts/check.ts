import { spawn } from "node:child_process"

/**
 * Runs the quick check: types, lint, format and unit tests concurrently, with `--static` only the former three. The output
 * of the tests is shown as they run, the rest after them. Fails if one of them fails.
 */

const beside = ["check:types", "check:lint", "check:format"]

const run = (
  script: string,
  output: "inherit" | "pipe"
): Promise<{ readonly isGood: boolean; readonly said: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn("npm", ["run", "-s", script], {
      stdio: ["ignore", output, output],
      shell: process.platform === "win32"
    })
    const said: Array<Buffer> = []
    child.stdout?.on("data", (chunk: Buffer) => said.push(chunk))
    child.stderr?.on("data", (chunk: Buffer) => said.push(chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ isGood: code === 0, said: Buffer.concat(said).toString() }))
  })

const tests = process.argv.includes("--static") ? [] : ["check:unit"]

const results = await Promise.all([
  ...beside.map((script) => run(script, "pipe")),
  ...tests.map((script) => run(script, "inherit"))
])
for (const [index, script] of beside.entries()) {
  const result = results[index]
  console.log(`${script}: ${result?.isGood === true ? "passed" : "failed"}`)
  if (result?.isGood !== true) console.log(result?.said)
}
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1
