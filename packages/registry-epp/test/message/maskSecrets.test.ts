import { assert, describe, it } from "@effect/vitest"
import type { EppCommand } from "@namewright/registry-epp"
import { Schema } from "effect"
import { maskSecrets } from "../../src/message/maskSecrets.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { SampleText } from "./SampleText.ts"

const seed = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2 ** 30 }))

/** Commands with both secrets, at all possible positions. */
const commandWith = (draw: SampleText, first: string, second: string): EppCommand => {
  const name = draw.name()
  const authInfo = draw.chance(50) ? { password: first } : { password: first, roid: draw.roid() }
  return draw.pick<() => EppCommand>([
    () => ({
      _tag: "Login",
      clientId: "ClientX",
      password: first,
      newPassword: second,
      version: "1.0",
      language: "en",
      objects: ["urn:ietf:params:xml:ns:domain-1.0"],
      extensions: ["urn:ietf:params:xml:ns:epp:loginSec-1.0"]
    }),
    () => ({ _tag: "DomainCreate", name, contacts: [], authInfo }),
    () => ({ _tag: "DomainUpdate", name, change: { registrant: "abc", authInfo } }),
    () => ({ _tag: "DomainTransfer", operation: "request", name, authInfo }),
    () => ({ _tag: "ContactInfo", id: "sh8013", authInfo }),
    () => ({ _tag: "ContactUpdate", id: "sh8013", change: { postalInfos: [], authInfo } })
  ])()
}

/** Other spellings of the same document, or malformed documents, which contain the secrets. */
const changed = (draw: SampleText, document: string, secrets: ReadonlyArray<string>): string => {
  const at = draw.below(document.length)
  return draw.pick<() => string>([
    () => document,
    () => document.replaceAll(/(<\/?)(?:\w+:)?(pw|newPW)\b/g, `$1${draw.pick(["", "x:", "long-prefix.1:"])}$2`),
    () => secrets.reduce((text, secret) => text.replaceAll(secret, `<![CDATA[${secret}]]>`), document),
    () => secrets.reduce((text, secret) => text.replaceAll(secret, `<![CDATA[</pw>]]>${secret}`), document),
    () => secrets.reduce((text, secret) => text.replaceAll(secret, `<!-- </pw> -->${secret}`), document),
    () => secrets.reduce((text, secret) => text.replaceAll(secret, `<b>${secret}</b>`), document),
    () => document.slice(0, at),
    () => document.slice(at),
    () => document.slice(0, at) + document.slice(at + 1),
    () => document.slice(0, at) + draw.pick(["<", ">", "\"", "'", "&", "/", "<!--", "<![CDATA["]) + document.slice(at),
    () => document.replaceAll(/(<\w+:)?pw\b/g, (open) => `${open} roid="a>b" `),
    () => document.toUpperCase()
  ])()
}

describe("Masking", () => {
  it.prop("leaves no secret, and every length", [seed], ([number]) => {
    const draw = new SampleText(number)
    const secrets = draw.times(2, () => draw.text("ABCDEFGHJKLMNPQRSTUVWXYZ", draw.chance(50) ? 12 : 24))
    const [first = "", second = ""] = secrets
    const document = changed(draw, writeCommand(commandWith(draw, first, second), { clTRID: "NW-1" }), secrets)
    const masked = maskSecrets(document)
    for (const secret of secrets) assert.notInclude(masked, secret, document)
    assert.lengthOf(masked, document.length)
  })

  it.prop("leaves text without secrets as it is", [Schema.String], ([text]) => {
    const harmless = text.replaceAll(/pw|auth|token/gi, "x")
    assert.strictEqual(maskSecrets(harmless), harmless)
  })

  it("shows what it does", () => {
    const cases = [
      [
        `<login><clID>X</clID><pw>foo-BAR2</pw><newPW>bar&amp;FOO2</newPW></login>`,
        `<login><clID>X</clID><pw>********</pw><newPW>************</newPW></login>`
      ],
      [
        `<d:authInfo>\n  <d:pw roid="SH8013-REP">2fooBAR</d:pw>\n</d:authInfo><d:x/>`,
        `<d:authInfo>\n  <d:pw roid="SH8013-REP">*******</d:pw>\n</d:authInfo><d:x/>`
      ],
      ["<s:pw><![CDATA[a]]></s:pw>z", "<s:pw>*************</s:pw>z"],
      ["<d:authInfo><d:null/></d:authInfo>", "<d:authInfo><d:null/></d:authInfo>"],
      ["<d:authInfo><d:ext><x>1</x></d:ext></d:authInfo><y/>", "<d:authInfo>***********************</d:authInfo><y/>"],
      ["<authInfo> abc </authInfo>", "<authInfo> *** </authInfo>"],
      [`<d:pw/><d:pw roid="x" />open`, `<d:pw/><d:pw roid="x" />open`],
      ["<h:authCode>Ab-1</h:authCode><x/>", "<h:authCode>****</h:authCode><x/>"],
      [
        `<allocationToken:allocationToken>abc</allocationToken:allocationToken><allocationToken:info/>`,
        `<allocationToken:allocationToken>***</allocationToken:allocationToken><allocationToken:info/>`
      ],
      ["<pw>a</x:pw>b", "<pw>*********"],
      ["<pw>secr", "<pw>****"],
      ["ecret</pw><x/>", "*****</pw><x/>"],
      [`<pw roid="x>secret</pw><y/>`, "<pw***************</pw><y/>"],
      ["<pwd>a</pwd><npw>b</npw>", "<pwd>a</pwd><npw>b</npw>"]
    ] as const
    for (const [document, masked] of cases) assert.strictEqual(maskSecrets(document), masked)
  })

  it("takes no longer for documents made to confuse it", () => {
    for (const part of ["<pw", "<pw a=\"", "<pw>", "</pw>", "<authInfo>", "<![CDATA[", "< ", "<pw a/ "]) {
      assert.lengthOf(maskSecrets(part.repeat(20_000)), part.length * 20_000)
    }
  }, 5000)
})
