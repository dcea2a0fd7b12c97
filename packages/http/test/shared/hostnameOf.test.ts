import { assert, it } from "@effect/vitest"
import { hostnameOf } from "../../src/shared/hostnameOf.ts"

it("reads hosts in lower case, without port and final dot", () => {
  const read: ReadonlyArray<readonly [string | undefined, string | undefined]> = [
    ["api.example.com", "api.example.com"],
    ["API.example.com.", "api.example.com"],
    ["api.example.com.:8443", "api.example.com"],
    ["my_host.example:", "my_host.example"],
    ["127.0.0.1:8080", "127.0.0.1"],
    ["[::1]:8080", "[::1]"],
    [undefined, undefined]
  ]
  for (const [text, host] of read) assert.strictEqual(hostnameOf(text), host, text)
})

it("reads nothing that is not a host", () => {
  const others = [
    "",
    ".",
    "a b",
    "a.example/path",
    "me@a.example",
    "a.example:99999",
    "a.example:x",
    "a.example#",
    "%61.example",
    "::1"
  ]
  for (const text of [...others, "a..example", ".example", "a.example.."]) assert.isUndefined(hostnameOf(text), text)
})
