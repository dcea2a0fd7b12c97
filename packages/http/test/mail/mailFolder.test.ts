import { assert, describe, it } from "@effect/vitest"
import { Mailer } from "@namewright/core/mail"
import { Effect } from "effect"
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { mailFolder } from "../../src/mail/mailFolder.ts"

describe("mailFolder", () => {
  it("writes a message as a file that only its owner can read", async () => {
    const parent = await mkdtemp(join(tmpdir(), "namewright-"))
    try {
      const folder = join(parent, "mail")
      const send = Mailer.use((mailer) =>
        mailer.send({
          from: { name: "", address: "noreply@example.com" },
          to: "ada@example.com",
          subject: "Hello",
          text: "Text\n",
          html: "<p>HTML</p>",
          message_id: "<mail_1/../x@example.com>"
        })
      )
      await Effect.runPromise(Effect.provide(send, mailFolder(folder)))
      const [name, ...others] = await readdir(folder)
      assert.deepStrictEqual(others, [])
      assert.match(name ?? "", /^\d{8}T\d{6}Z-mail_1____x\.eml$/)
      const path = join(folder, name ?? "")
      assert.strictEqual((await stat(path)).mode & 0o777, 0o600)
      const content = await readFile(path, "utf8")
      assert.match(content, /^To: ada@example\.com$/m)
      assert.include(content, "<p>HTML</p>")
    } finally {
      await rm(parent, { recursive: true })
    }
  })
})
