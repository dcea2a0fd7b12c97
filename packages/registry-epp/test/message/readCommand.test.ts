import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { CommandProblem } from "../../src/message/CommandProblem.ts"
import { type ReadCommand, readCommand } from "../../src/message/readCommand.ts"

const domain = "urn:ietf:params:xml:ns:domain-1.0"
const epp = (content: string): string => `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0">${content}</epp>`
/** Command with this content. */
const command = (content: string, clTRID = "<clTRID>NW-1</clTRID>"): string =>
  epp(`<command>${content}${clTRID}</command>`)
/** A command whose object mapping has the prefix d. */
const onDomain = (verb: string, content: string, attributes = ""): string =>
  command(`<${verb}${attributes}><d:${verb} xmlns:d="${domain}">${content}</d:${verb}></${verb}>`)

const read = (document: string): ReadCommand => Result.getOrThrow(readCommand(document))
const problem = (document: string): CommandProblem => Result.getOrThrow(Result.flip(readCommand(document)))
const code = (document: string): number => problem(document).code

const name = "<d:name>a.test</d:name>"
const password = "<d:authInfo><d:pw>secret</d:pw></d:authInfo>"

const login = (
  { extension = "", newPassword = "", options = "<version>1.0</version><lang>en</lang>", password = "secret-1" }: {
    readonly extension?: string
    readonly newPassword?: string
    readonly options?: string
    readonly password?: string
  }
): string =>
  command(
    `<login><clID>client</clID><pw>${password}</pw>${newPassword}<options>${options}</options><svcs><objURI>${domain}</objURI></svcs></login>`
      + (extension === "" ? "" : `<extension>${extension}</extension>`)
  )
const loginSec = (content: string): string =>
  `<s:loginSec xmlns:s="urn:ietf:params:xml:ns:epp:loginSec-1.0">${content}</s:loginSec>`

describe("readCommand", () => {
  it("takes any prefix, and the default namespace, for the same", () => {
    const forms = [
      onDomain("delete", name),
      command(`<delete><delete xmlns="${domain}"><name> a.test\n</name></delete></delete>`),
      `<?xml version="1.0"?><e:epp xmlns:e="urn:ietf:params:xml:ns:epp-1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
        xsi:schemaLocation="urn:ietf:params:xml:ns:epp-1.0 epp-1.0.xsd">
        <e:command><e:delete><epp:delete xmlns:epp="${domain}"><epp:name>a.test</epp:name></epp:delete></e:delete>
        <e:clTRID>NW-1</e:clTRID></e:command></e:epp>`
    ]
    for (const form of forms) {
      assert.deepStrictEqual(read(form), { command: { _tag: "DomainDelete", name: "a.test" }, clTRID: "NW-1" })
    }
  })

  it("needs no transaction id, and hello has none", () => {
    assert.deepStrictEqual(read(command("<logout/>", "")), { command: { _tag: "Logout" } })
    assert.deepStrictEqual(read(epp("<hello/>")), { command: { _tag: "Hello" } })
  })

  it("answers 2001 to what is no XML, without an id", () => {
    for (const text of ["", "<epp", "<!DOCTYPE epp><epp/>", "<a>".repeat(40)]) {
      const { clTRID, code, value } = problem(text)
      assert.deepStrictEqual([code, clTRID, value], [2001, undefined, undefined], text)
    }
  })

  it.each([
    ["another document", "<a/>"],
    ["epp without its namespace", "<epp><hello/></epp>"],
    ["an empty epp", epp("")],
    ["two elements in epp", epp("<hello/><hello/>")],
    ["an answer", epp("<response/>")],
    ["an empty command", epp("<command/>")],
    ["text in a command", command("<logout/>text")],
    ["two verbs", command("<logout/><logout/>")],
    ["the id before the verb", epp("<command><clTRID>NW-1</clTRID><logout/></command>").replace("<logout/>", "")],
    ["an extension before the verb", command("<extension/>").replace("<clTRID>", "<logout/><clTRID>")],
    ["an empty extension", command("<logout/><extension/>")],
    ["an extension of EPP itself", command("<logout/><extension><x/></extension>")],
    ["no object", command("<check/>")],
    ["an object of EPP itself", command("<check><check/></check>")],
    [
      "two objects",
      command(`<delete><d:delete xmlns:d="${domain}">${name}</d:delete><d:delete xmlns:d="${domain}"/></delete>`)
    ],
    ["an object named after another verb", command(`<check><d:info xmlns:d="${domain}">${name}</d:info></check>`)],
    ["an attribute on a verb", onDomain("delete", name, " x='1'")],
    ["a transfer without its operation", onDomain("transfer", name)],
    ["a transfer with an unknown operation", onDomain("transfer", name, " op='take'")],
    ["a missing name", onDomain("delete", "")],
    ["a name without a character", onDomain("delete", "<d:name> </d:name>")],
    ["a name of 256 characters", onDomain("delete", `<d:name>${"a".repeat(256)}</d:name>`)],
    ["a name of another namespace", onDomain("delete", "<name>a.test</name>")],
    ["an element after the last", onDomain("delete", `${name}${password}`)],
    ["elements out of order", onDomain("info", `${password}${name}`)],
    ["a period of none", onDomain("create", `${name}<d:period unit="y">0</d:period>${password}`)],
    ["a period of 100", onDomain("create", `${name}<d:period unit="y">100</d:period>${password}`)],
    ["a period without a unit", onDomain("create", `${name}<d:period>1</d:period>${password}`)],
    ["a create without authorization", onDomain("create", name)],
    [
      "both forms of nameservers",
      onDomain(
        "create",
        `${name}<d:ns><d:hostObj>ns.test</d:hostObj><d:hostAttr><d:hostName>ns.test</d:hostName></d:hostAttr></d:ns>${password}`
      )
    ],
    ["no nameservers in ns", onDomain("create", `${name}<d:ns/>${password}`)],
    ["a registrant of two characters", onDomain("create", `${name}<d:registrant>ab</d:registrant>${password}`)],
    [
      "a registrant of 17 characters",
      onDomain("create", `${name}<d:registrant>${"a".repeat(17)}</d:registrant>${password}`)
    ],
    ["a status that no schema knows", onDomain("update", `${name}<d:add><d:status s="locked"/></d:add>`)],
    ["twelve statuses", onDomain("update", `${name}<d:add>${"<d:status s=\"ok\"/>".repeat(12)}</d:add>`)],
    ["rem before add", onDomain("update", `${name}<d:rem/><d:add/>`)],
    ["a day that is none", onDomain("renew", `${name}<d:curExpDate>2026-02-30</d:curExpDate>`)],
    ["a moment for a day", onDomain("renew", `${name}<d:curExpDate>2026-02-03T00:00:00Z</d:curExpDate>`)],
    ["an operation of poll that is unknown", command("<poll op='peek'/>")],
    ["a password of five characters", login({ password: "12345" })],
    ["a password of 17 characters", login({ password: "1".repeat(17) })],
    ["a language that is none", login({ options: "<version>1.0</version><lang>e_n</lang>" })],
    [
      "a long password of five characters",
      login({ password: "[LOGIN-SECURITY]", extension: loginSec("<s:pw>12345</s:pw>") })
    ],
    ["an empty user agent", login({ extension: loginSec("<s:userAgent/>") })]
  ])("answers 2001 to %s", (_, document) => {
    assert.strictEqual(code(document), 2001)
  })

  it("answers 2001 to an id of two or 65 characters, and does not repeat it", () => {
    for (const id of ["ab", "a".repeat(65)]) {
      const { clTRID, code } = problem(command("<logout/>", `<clTRID>${id}</clTRID>`))
      assert.deepStrictEqual([code, clTRID], [2001, undefined])
    }
    const longest = "a".repeat(64)
    assert.strictEqual(read(command("<logout/>", `<clTRID>${longest}</clTRID>`)).clTRID, longest)
  })

  it("repeats the id of a command that it refuses", () => {
    assert.strictEqual(problem(onDomain("delete", "")).clTRID, "NW-1")
    assert.strictEqual(problem(command("<nothing/>")).clTRID, "NW-1")
  })

  it.each([
    [2000, "a verb that is unknown", command("<transmit/>")],
    [2000, "a verb of another namespace", command(`<check xmlns="${domain}"/>`)],
    [2003, "an acknowledgement without an id", command("<poll op='ack'/>")],
    [2005, "a poll request with an id", command("<poll op='req' msgID='1'/>")],
    [2003, "a contact without its type", onDomain("create", `${name}<d:contact>abc</d:contact>${password}`)],
    [2100, "another version of EPP", "<epp xmlns='urn:ietf:params:xml:ns:epp-2.0'><hello/></epp>"],
    [2100, "another version at login", login({ options: "<version>2.0</version><lang>en</lang>" })],
    [2101, "an extension of the protocol", epp(`<extension><x xmlns="urn:x"/></extension>`)],
    [2101, "an object without a namespace", command("<check><check xmlns=''/></check>")],
    [
      2102,
      "authorization by something else",
      onDomain("info", `${name}<d:authInfo><d:ext><x xmlns="urn:x"/></d:ext></d:authInfo>`)
    ],
    [
      2103,
      "an unknown extension",
      onDomain("delete", name).replace("</delete>", "</delete><extension><x xmlns='urn:x'/></extension>")
    ],
    [
      2103,
      "an extension that the command has no use for",
      login({ extension: "<x:create xmlns:x='urn:ietf:params:xml:ns:secDNS-1.1'/>" })
    ],
    [2307, "an unknown object", command("<check><x:check xmlns:x='urn:x'/></check>")],
    [2003, "the marker of a long password without one", login({ password: "[LOGIN-SECURITY]" })],
    [2003, "the marker of a long new password without one", login({ newPassword: "<newPW>[LOGIN-SECURITY]</newPW>" })],
    [2005, "a long password without its marker", login({ extension: loginSec("<s:pw>a-long-password</s:pw>") })]
  ])("answers %i to %s", (expected, _, document) => {
    const { clTRID, code } = problem(document)
    assert.strictEqual(code, expected)
    if (document.includes("clTRID")) assert.strictEqual(clTRID, "NW-1")
  })

  it("reads trees of the given namespaces", () => {
    const document = onDomain("delete", name).replace(
      "</delete>",
      "</delete><extension><x xmlns='urn:x'>1</x><x xmlns='urn:x'>2</x></extension>"
    )
    const { command } = Result.getOrThrow(readCommand(document, new Set(["urn:x"])))
    assert.deepStrictEqual(command._tag === "DomainDelete" && command.extension?.other?.map(({ text }) => text), [
      "1",
      "2"
    ])
  })

  it("refuses a duplicate extension", () => {
    const once =
      "<s:create xmlns:s='urn:ietf:params:xml:ns:secDNS-1.1'><s:keyData><s:flags>257</s:flags><s:protocol>3</s:protocol>"
      + "<s:alg>13</s:alg><s:pubKey>AQID</s:pubKey></s:keyData></s:create>"
    const create = onDomain("create", `${name}${password}`)
    const withExtension = (content: string) => create.replace("</create>", `</create><extension>${content}</extension>`)
    assert.strictEqual(read(withExtension(once)).clTRID, "NW-1")
    assert.strictEqual(code(withExtension(once + once)), 2002)
  })

  it("reads empty containers of an update as nothing", () => {
    assert.deepStrictEqual(read(onDomain("update", `${name}<d:add/><d:rem/><d:chg/>`)).command, {
      _tag: "DomainUpdate",
      name: "a.test"
    })
  })

  it("never shows a password, at any position", () => {
    const secret = "top-secret-and-long"
    const documents = [
      login({ password: secret }),
      login({ newPassword: `<newPW>${secret}</newPW>` }),
      login({ password: `<x>${secret}</x>` }),
      login({ extension: loginSec(`<s:pw>${secret}</s:pw>`) }),
      onDomain("info", `${name}<d:authInfo><d:pw x="1">${secret}</d:pw></d:authInfo>`),
      onDomain("info", `${name}<d:authInfo><d:pw>${secret}</d:pw><d:pw/></d:authInfo>`),
      onDomain("info", `${name}<d:authInfo><d:word>${secret}</d:word></d:authInfo>`),
      onDomain("delete", `${name}<d:authInfo><d:pw>${secret}</d:pw></d:authInfo>`),
      command(`<create><x:create xmlns:x="urn:x"><x:authInfo><x:pw>${secret}</x:pw></x:authInfo></x:create></create>`)
    ]
    for (const document of documents) {
      assert.notInclude(JSON.stringify(problem(document)), secret, document)
    }
  })

  it("shows the element at fault where there is no secret in it", () => {
    assert.strictEqual(problem(onDomain("delete", "<d:name/>")).value?.name, "name")
    assert.strictEqual(problem(command("<transmit/>")).value?.name, "transmit")
  })
})
