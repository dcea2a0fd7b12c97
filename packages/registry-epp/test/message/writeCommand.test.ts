import { assert, describe, it } from "@effect/vitest"
import type { EppCommand } from "../../src/message/EppCommand.ts"
import { EppUri } from "../../src/message/EppUri.ts"
import { IllegalCommand } from "../../src/message/IllegalCommand.ts"
import type { Login } from "../../src/message/SessionCommand.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { IllegalXmlCharacter } from "../../src/xml/writeXml.ts"

/** Content of the `epp` element. */
const inside = (command: EppCommand): string | undefined =>
  /^<\?xml version="1\.0" encoding="UTF-8" standalone="no"\?>\n<epp xmlns="urn:ietf:params:xml:ns:epp-1\.0">(.*)<\/epp>$/s
    .exec(writeCommand(command, { clTRID: "NW-1" }))?.[1]

const login: Login = {
  _tag: "Login",
  clientId: "client",
  password: "secret-1",
  version: "1.0",
  language: "en",
  objects: [EppUri.domain],
  extensions: []
}
const securely = { ...login, extensions: [EppUri.loginSec] }

describe("writeCommand", () => {
  it("writes EPP in the default namespace, and objects and extensions with their usual prefixes", () => {
    assert.strictEqual(
      inside({ _tag: "DomainTransfer", operation: "request", name: "a.test", authInfo: { password: "a&b" } }),
      "<command><transfer op=\"request\"><domain:transfer xmlns:domain=\"urn:ietf:params:xml:ns:domain-1.0\">"
        + "<domain:name>a.test</domain:name><domain:authInfo><domain:pw>a&amp;b</domain:pw></domain:authInfo>"
        + "</domain:transfer></transfer><clTRID>NW-1</clTRID></command>"
    )
    assert.strictEqual(inside({ _tag: "Hello" }), "<hello/>")
    assert.strictEqual(inside({ _tag: "Logout" }), "<command><logout/><clTRID>NW-1</clTRID></command>")
  })

  it("writes a restore as the name and the extension, and no empty container", () => {
    assert.strictEqual(
      inside({
        _tag: "DomainUpdate",
        name: "a.test",
        add: { contacts: [], statuses: [] },
        change: {},
        extension: { rgp: { operation: "request" } }
      }),
      "<command><update><domain:update xmlns:domain=\"urn:ietf:params:xml:ns:domain-1.0\"><domain:name>a.test</domain:name>"
        + "</domain:update></update><extension><rgp:update xmlns:rgp=\"urn:ietf:params:xml:ns:rgp-1.0\">"
        + "<rgp:restore op=\"request\"/></rgp:update></extension><clTRID>NW-1</clTRID></command>"
    )
  })

  it("sends a password of 17 characters, and the marker itself, beside the login", () => {
    for (const password of ["1".repeat(17), "[LOGIN-SECURITY]"]) {
      const document = inside({ ...securely, password, newPassword: "secret-2" }) ?? ""
      assert.include(document, "<pw>[LOGIN-SECURITY]</pw><newPW>secret-2</newPW>")
      assert.include(document, `<loginSec:pw>${password}</loginSec:pw></loginSec:loginSec></extension>`)
    }
    for (const password of ["1".repeat(16), "\u{1f600}".repeat(16)]) {
      assert.include(inside({ ...securely, password }), `<pw>${password}</pw><options>`)
    }
    assert.notInclude(inside({ ...login, userAgent: { app: "Namewright" } }), "Namewright")
    assert.include(inside({ ...securely, userAgent: { app: "Namewright" } }), "<loginSec:app>Namewright</loginSec:app>")
  })

  it("does not write a login whose password would arrive as another one, and does not show it", () => {
    const passwords = ["long-secret-without-extension", " secret", "secret ", "two  secrets", "a\tsecret"]
    for (const password of passwords) {
      assert.throws(() => inside({ ...login, password }), IllegalCommand, /^(?!.*secret)/)
      assert.throws(() => inside({ ...login, newPassword: password }), IllegalCommand, /^(?!.*secret)/)
    }
  })

  it("does not write what XML cannot carry", () => {
    assert.throws(() => inside({ _tag: "DomainDelete", name: "a\u0000.test" }), IllegalXmlCharacter)
  })
})
