import { assert, describe, it } from "@effect/vitest"
import type { DomainCommand, EppFee, FeeAnswer, FeeCheck, FeeChecked } from "@namewright/registry-epp"
import { feeUris, newestFeeUri } from "@namewright/registry-epp"
import { Result } from "effect"
import { IllegalCommand } from "../../src/message/IllegalCommand.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"
import { writeCommand } from "../../src/message/writeCommand.ts"
import { schemaProblems } from "../SchemaValidation.ts"
import { extensionSamples } from "./extensionSamples.ts"
import { SampleText } from "./SampleText.ts"

const [fee10, fee23, fee12, fee11, fee6] = feeUris
const drafts = [fee23, fee12, fee11, fee6] as const

const check = (fee: FeeCheck): DomainCommand => ({
  _tag: "DomainCheck",
  names: ["a.test", "b.test"],
  extension: { fee }
})
const written = (command: DomainCommand, feeUri: string): string => writeCommand(command, { clTRID: "NW-1", feeUri })

/** Content of `extension`. */
const extensionOf = (document: string): string =>
  document.slice(document.indexOf("<extension>") + 11, document.indexOf("</extension>"))

const create: FeeCheck = {
  currency: "USD",
  commands: [{ name: "create", phase: "claims", period: { value: 2, unit: "y" } }]
}

/** The answer of a registry with this below `chkData`. */
const priceList = (content: string, uri: string): string =>
  `<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>`
  + `<extension><f:chkData xmlns:f="${uri}">${content}</f:chkData></extension>`
  + `<trID><svTRID>SV-1</svTRID></trID></response></epp>`

/** What a client makes of it; the schema of the version has nothing against it. */
const checked = (content: string, uri: string): FeeChecked | undefined => {
  const document = priceList(content, uri)
  assert.deepStrictEqual(schemaProblems([document]), [])
  const message = Result.getOrThrow(readServerMessage(document))
  return message._tag === "Response" ? message.extension.feeChecked : undefined
}

const fees = (...amounts: ReadonlyArray<string>): ReadonlyArray<EppFee> => amounts.map((amount) => ({ amount }))

describe("The fee extension", () => {
  it("is spoken in the newest version that both sides have", () => {
    assert.strictEqual(newestFeeUri(new Set([fee6, fee11, fee12])), fee12)
    assert.strictEqual(newestFeeUri(new Set([fee23, fee10])), fee10)
    assert.isUndefined(newestFeeUri(new Set(["urn:ietf:params:xml:ns:fee-0.9"])))
  })

  it("asks each version as that version asks", () => {
    const period = `<fee:period unit="y">2</fee:period>`
    const command = `<fee:command name="create" phase="claims">${period}</fee:command>`
    const byText = `<fee:command phase="claims">create</fee:command>`
    const expected = [
      [fee10, `<fee:currency>USD</fee:currency>${command}`],
      [fee23, `<fee:currency>USD</fee:currency>${command}`],
      [fee12, `<fee:currency>USD</fee:currency>${command}`],
      [fee11, `${byText}<fee:currency>USD</fee:currency>${period}`],
      [
        fee6,
        ["a.test", "b.test"].map((name) =>
          `<fee:domain><fee:name>${name}</fee:name><fee:currency>USD</fee:currency>${byText}${period}</fee:domain>`
        ).join("")
      ]
    ] as const
    for (const [uri, content] of expected) {
      assert.strictEqual(
        extensionOf(written(check(create), uri)),
        `<fee:check xmlns:fee="${uri}">${content}</fee:check>`
      )
    }
  })

  it("refuses to write what a version cannot say", () => {
    const two: FeeCheck = { commands: [{ name: "create" }, { name: "renew" }] }
    const renew = (agreed: object): DomainCommand => ({
      _tag: "DomainRenew",
      name: "a.test",
      currentExpiry: "2027-01-01",
      extension: { fee: { fees: fees("1.00"), credits: [], ...agreed } }
    })
    const illegal: ReadonlyArray<readonly [DomainCommand, string]> = [
      [check(two), fee11],
      [check({ commands: [{ name: "custom" }] }), fee12],
      [check({ commands: [{ name: "custom" }] }), fee6],
      [renew({}), fee6],
      [renew({ currency: "EUR", credits: [{ amount: "-1.00" }] }), fee6],
      [renew({}), "urn:ietf:params:xml:ns:fee-0.9"],
      [check(two), "urn:ietf:params:xml:ns:fee-0.9"]
    ]
    for (const [command, uri] of illegal) assert.throws(() => written(command, uri), IllegalCommand)
    assert.isString(written(renew({ currency: "EUR" }), fee6))
  })

  it("is valid by the schema of each draft", () => {
    const documents = Array.from({ length: 60 }, (_, number) => {
      const { agreement, feeCheck } = extensionSamples(new SampleText(number))
      const asked = feeCheck()
      const { fees } = agreement()
      const agreed = { currency: "EUR", fees, credits: [] }
      return drafts.flatMap((uri) => [
        written(check(uri === fee11 ? { ...asked, commands: asked.commands.slice(0, 1) } : asked), uri),
        written({ _tag: "DomainRenew", name: "a.test", currentExpiry: "2027-01-01", extension: { fee: agreed } }, uri),
        written({ _tag: "DomainUpdate", name: "a.test", extension: { fee: agreed } }, uri)
      ])
    })
    assert.deepStrictEqual(schemaProblems(documents.flat()), [])
  })

  it("reads prices of version 0.23", () => {
    assert.deepStrictEqual(
      checked(
        `<f:currency>USD</f:currency><f:cd avail="1"><f:objID>a.test</f:objID><f:command name="create">
          <f:period unit="y">2</f:period><f:fee description="Registration" refundable="1" grace-period="P5D">10.00</f:fee>
          <f:class>premium</f:class></f:command><f:command name="custom" customName="audit"><f:fee>1</f:fee>
          <f:credit>-0.5</f:credit><f:class>Standard</f:class></f:command></f:cd>
          <f:cd avail="0"><f:objID>b.test</f:objID><f:reason>Only 1 year</f:reason></f:cd>`,
        fee23
      ),
      {
        currency: "USD",
        names: [{
          id: "a.test",
          available: true,
          class: "premium",
          commands: [{
            name: "create",
            period: { value: 2, unit: "y" },
            standard: false,
            fees: [{ amount: "10.00", description: "Registration", refundable: true, gracePeriod: "P5D" }],
            credits: []
          }, {
            name: "custom",
            customName: "audit",
            standard: true,
            fees: [{ amount: "1" }],
            credits: [{ amount: "-0.5" }]
          }]
        }, { id: "b.test", available: false, commands: [], reason: "Only 1 year" }]
      }
    )
  })

  it("reads prices of version 0.12, where each command may have none", () => {
    const object = (name: string) =>
      `<f:object><d:name xmlns:d="urn:ietf:params:xml:ns:domain-1.0">${name}</d:name></f:object>`
    assert.deepStrictEqual(
      checked(
        `<f:currency>EUR</f:currency><f:cd>${object("a.test")}<f:command name="create"><f:fee>5.00</f:fee></f:command>
          <f:command name="restore" avail="0"><f:reason>not deleted</f:reason></f:command></f:cd>
          <f:cd>${
          object("b.test")
        }<f:command name="audit" avail="false"><f:reason>unknown</f:reason></f:command></f:cd>`,
        fee12
      ),
      {
        currency: "EUR",
        names: [{
          id: "a.test",
          available: true,
          commands: [{ name: "create", standard: false, fees: fees("5.00"), credits: [] }],
          reason: "not deleted"
        }, { id: "b.test", available: false, commands: [], reason: "unknown" }]
      }
    )
  })

  it("reads prices of versions 0.11 and 0.6, a name as often as it has commands", () => {
    const expected = (audit: Pick<FeeAnswer, "period">): FeeChecked => ({
      currency: "EUR",
      names: [{
        id: "a.test",
        available: true,
        class: "gold",
        commands: [
          {
            name: "create",
            phase: "claims",
            period: { value: 1, unit: "y" },
            standard: false,
            fees: fees("5.00", "0.25"),
            credits: []
          },
          { name: "custom", customName: "audit", ...audit, standard: false, fees: fees("9"), credits: [] }
        ]
      }, { id: "b.test", available: false, commands: [] }]
    })
    const currency = (code: string) => `<f:currency>${code}</f:currency>`
    const period = `<f:period unit="y">1</f:period>`
    const object = (name: string) =>
      `<f:object><d:name xmlns:d="urn:ietf:params:xml:ns:domain-1.0">${name}</d:name></f:object>`
    assert.deepStrictEqual(
      checked(
        `<f:cd>${object("a.test")}<f:command phase="claims">create</f:command>${currency("EUR")}${period}
          <f:fee>5.00</f:fee><f:fee>0.25</f:fee><f:class>gold</f:class></f:cd>
          <f:cd>${object("a.test")}<f:command>audit</f:command>${currency("EUR")}<f:fee>9</f:fee></f:cd>
          <f:cd>${object("b.test")}<f:command>create</f:command>${currency("USD")}<f:fee>5.00</f:fee></f:cd>`,
        fee11
      ),
      expected({})
    )
    assert.deepStrictEqual(
      checked(
        `<f:cd><f:name>a.test</f:name>${currency("EUR")}<f:command phase="claims">create</f:command>${period}
          <f:fee>5.00</f:fee><f:fee>0.25</f:fee><f:class>gold</f:class></f:cd>
          <f:cd><f:name>a.test</f:name>${currency("EUR")}<f:command>audit</f:command>${period}<f:fee>9</f:fee></f:cd>
          <f:cd><f:name>b.test</f:name>${
          currency("USD")
        }<f:command>create</f:command>${period}<f:fee>5.00</f:fee></f:cd>`,
        fee6
      ),
      expected({ period: { value: 1, unit: "y" } })
    )
  })
})
