import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { operations, plainRoutes } from "../packages/http/src/platform/operations.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const pages = globSync(["README.md", "docs/**/*.md"], { cwd: root }).toSorted()

/** A request of an example, as `GET /v1/domains/my-shop.com`. */
interface DocumentedRequest {
  readonly page: string
  readonly request: string
}

/** Commands of a shell example. Continuation lines belong to their command. */
const commandsOf = (page: string): ReadonlyArray<string> =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, code = ""]) => code.replaceAll(/\\\n/g, " ").split(/\n(?=\S)/))
    .flatMap((line) => line.split(/(?=\b(?:call|curl) )/))

/** The request of a command; none if the command sends none to the interface. */
const requestOf = (command: string): ReadonlyArray<string> => {
  const [, path] = /^(?:call|curl) [\s\S]*?\$URL((?:\/[^\s"'?|;)]*)?)/.exec(command) ?? []
  if (path === undefined || path === "") return []
  const method = / -X ([A-Z]+)/.exec(command)?.[1] ?? (/ (?:-d|-F|--data\S*) /.test(command) ? "POST" : "GET")
  return [`${method} /v1${path}`]
}

const requests: ReadonlyArray<DocumentedRequest> = pages.flatMap((page) =>
  commandsOf(readFileSync(`${root}${page}`, "utf8")).flatMap(requestOf).map((request) => ({ page, request }))
)

/** Patterns of the operations, whose parameters are one segment. */
const patterns = [...operations.keys(), `GET ${plainRoutes.document}`].map((operation) =>
  new RegExp(`^${operation.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`)
)

const exists = ({ request }: DocumentedRequest): boolean => patterns.some((pattern) => pattern.test(request))

describe("The examples of the documentation", () => {
  it("send requests that the interface has", () => {
    assert.isAbove(requests.length, 60)
    assert.deepStrictEqual(requests.filter((documented) => !exists(documented)), [])
  })
})
