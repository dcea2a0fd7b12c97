import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { EppResponse } from "../../src/message/EppResponse.ts"
import { readServerMessage } from "../../src/message/readServerMessage.ts"

const domain = "urn:ietf:params:xml:ns:domain-1.0"

const read = (document: string): EppResponse => {
  const message = Result.getOrThrow(readServerMessage(document))
  if (message._tag === "Greeting") throw new Error("a greeting")
  return message
}
const response = (content: string): EppResponse =>
  read(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response>${content}</response></epp>`)
const done = "<result code=\"1000\"><msg>Done</msg></result>"
const problem = (document: string): string => Result.getOrThrow(Result.flip(readServerMessage(document)))

describe("readServerMessage", () => {
  it("takes no other spaces than those of XML for white space, in numbers, names and keys", () => {
    const space = "\u00a0"
    assert.match(problem(`<epp><response><result code="${space}1000"/></response></epp>`), /a number is not one/)
    assert.strictEqual(response("<result code='\t1000\n'><msg>Done</msg></result>").results[0].code, 1000)
    const queued = response(`${done}<msgQ count="3${space}" id="${space}17"><msg>${space}News</msg></msgQ>`).queue
    assert.deepStrictEqual(queued, { count: 0, id: `${space}17`, message: `${space}News` })
    const named = response(
      `${done}<resData><creData xmlns="${domain}"><name>${space}a.test</name><crDate>2026-11-22</crDate></creData></resData>`
    ).data
    assert.deepInclude(named, { name: `${space}a.test` })
    const { extension: { secDNS } } = response(
      `${done}<extension><infData xmlns="urn:ietf:params:xml:ns:secDNS-1.1"><keyData><flags>257</flags><protocol>3`
        + `</protocol><alg>13</alg><pubKey>AQ\n ID${space}</pubKey></keyData></infData></extension>`
    )
    assert.deepStrictEqual(secDNS?.form === "key" ? secDNS.records.map(({ publicKey }) => publicKey) : [], [])
  })

  it("reads an answer in whatever order and with whatever prefixes it comes", () => {
    const message = read(`<?xml version="1.0"?>
      <e:epp xmlns:e="urn:ietf:params:xml:ns:epp-1.0">
        <e:response>
          <e:trID><e:svTRID>SV-1</e:svTRID><e:clTRID>NW-1</e:clTRID></e:trID>
          <e:resData>
            <infData xmlns="${domain}" xmlns:x="urn:x">
              <exDate>2027-01-01T00:00:00Z</exDate>
              <x:unknown>1</x:unknown>
              <unknown/>
              <host>ns1.a.test</host>
              <ns><hostAttr><hostAddr>192.0.2.1</hostAddr><hostAddr ip="v6">2001:db8::1</hostAddr><hostName>ns1.a.test</hostName></hostAttr></ns>
              <contact type="tech">abc</contact><contact type="onsite">xyz</contact><contact>xyz</contact>
              <clID>client</clID><roid>D1-TEST</roid>
              <status lang="en">without a name</status><status s="ok"/><status s="customHold"> of the registry </status>
              <name> a.test </name>
            </infData>
          </e:resData>
          <e:result code=" 1000 "><e:msg lang="en">
            Done
          </e:msg></e:result>
        </e:response>
      </e:epp>`)
    assert.deepStrictEqual(message, {
      _tag: "Response",
      results: [{ code: 1000, message: "Done", values: [], reasons: [] }],
      data: {
        _tag: "DomainData",
        name: "a.test",
        roid: "D1-TEST",
        statuses: [{ status: "ok" }, { status: "customHold", text: "of the registry" }],
        contacts: [{ type: "tech", id: "abc" }],
        nameservers: {
          form: "attributes",
          hosts: [{
            name: "ns1.a.test",
            addresses: [{ address: "192.0.2.1", version: "v4" }, { address: "2001:db8::1", version: "v6" }]
          }]
        },
        subordinateHosts: ["ns1.a.test"],
        sponsor: "client",
        expiresOn: "2027-01-01T00:00:00Z"
      },
      extension: { other: [] },
      clTRID: "NW-1",
      svTRID: "SV-1"
    })
  })

  it("takes the namespace of EPP from the document, as some registries have their own", () => {
    const { results } = read(`<epp xmlns="http://registry.example/epp-1.0"><response>${done}</response></epp>`)
    assert.strictEqual(results[0].code, 1000)
  })

  it("needs no transaction ids", () => {
    const { clTRID, svTRID } = response(done)
    assert.deepStrictEqual([clTRID, svTRID], [undefined, ""])
  })

  it("reads every result, what was at fault in it, and why", () => {
    const { results } = response(
      "<result code='2306'><msg>No</msg><value><x xmlns='urn:x'>1</x></value><value>only text</value>"
        + "<extValue><value><y xmlns='urn:y'/></value><reason>because</reason></extValue><extValue><reason>or so</reason></extValue></result>"
        + "<result code='2004'/>"
    )
    const [first, second] = results
    assert.deepStrictEqual(first.values.map(({ name, namespace, text }) => [namespace, name, text]), [
      ["urn:x", "x", "1"],
      ["urn:ietf:params:xml:ns:epp-1.0", "value", "only text"]
    ])
    assert.deepStrictEqual(first.reasons.map(({ reason, value }) => [value.name, reason]), [
      ["y", "because"],
      ["extValue", "or so"]
    ])
    assert.deepStrictEqual(second, { code: 2004, message: "", values: [], reasons: [] })
  })

  it("joins the text of a message in the queue, whatever is marked in it", () => {
    const { queue } = response(
      `${done}<msgQ count="5" id=" 12 "><qDate>2026-01-01T00:00:00Z</qDate><msg>A <b>bold</b></msg></msgQ>`
    )
    assert.deepStrictEqual(queue, { count: 5, id: "12", date: "2026-01-01T00:00:00Z", message: "A bold" })
    assert.deepStrictEqual(response(`${done}<msgQ id="12"/>`).queue, { count: 0, id: "12" })
    assert.isUndefined(response(`${done}<msgQ count="5"/>`).queue)
  })

  it("keeps data as it came that it does not know, or that lacks a part", () => {
    const data = [
      "<x xmlns='urn:x'>1</x>",
      `<trnData xmlns="${domain}"><name>a.test</name><trStatus>pending</trStatus></trnData>`,
      `<infData xmlns="${domain}"/>`,
      `<chkData xmlns="${domain}"><cd><name>a.test</name></cd></chkData>`,
      `<chkData xmlns="${domain}"><cd/></chkData>`,
      `<panData xmlns="${domain}"><name paResult="1">a.test</name></panData>`,
      `<nothingData xmlns="${domain}"/>`
    ].map((element) => response(`${done}<resData>${element}</resData>`).data)
    assert.deepStrictEqual(data.map((one) => one?._tag === "UnknownData" && one.element.name), [
      "x",
      "trnData",
      "infData",
      "chkData",
      "chkData",
      "panData",
      "nothingData"
    ])
  })

  it("takes the first data that it can read, and none from an empty element", () => {
    const renewed = `<renData xmlns="${domain}"><name>a.test</name></renData>`
    assert.deepStrictEqual(response(`${done}<resData><x xmlns="urn:x"/>${renewed}</resData>`).data, {
      _tag: "DomainRenewedData",
      name: "a.test"
    })
    assert.isUndefined(response(`${done}<resData/>`).data)
  })

  it("keeps extensions as they came that it does not know, or that lack a part", () => {
    const secDNS = "urn:ietf:params:xml:ns:secDNS-1.1"
    const { extension } = response(
      `${done}<extension><x xmlns="urn:x"/><infData xmlns="${secDNS}"/>`
        + `<infData xmlns="${secDNS}"><dsData><keyTag>x</keyTag></dsData></infData>`
        + "<infData xmlns='urn:ietf:params:xml:ns:rgp-1.0'><rgpStatus s='addPeriod'/></infData></extension>"
    )
    assert.deepStrictEqual(extension.rgp, [{ status: "addPeriod" }])
    assert.deepStrictEqual(extension.other.map(({ name, namespace }) => [namespace, name]), [
      ["urn:x", "x"],
      [secDNS, "infData"],
      [secDNS, "infData"]
    ])
  })

  it("reads octets of DNSSEC that are broken into lines, in either case", () => {
    const { extension } = response(
      `${done}<extension><infData xmlns="urn:ietf:params:xml:ns:secDNS-1.1"><dsData><keyTag>1</keyTag><alg>13</alg>
        <digestType>2</digestType><digest>49fd
        46E6</digest></dsData></infData></extension>`
    )
    assert.deepStrictEqual(extension.secDNS, {
      form: "ds",
      records: [{ keyTag: 1, algorithm: 13, digestType: 2, digest: "49FD46E6" }]
    })
  })

  it("keeps the spaces of a password", () => {
    const { data } = response(
      `${done}<resData><infData xmlns="${domain}"><name>a.test</name><roid>D1-T</roid><clID>abc</clID>`
        + "<authInfo><pw roid='C1-T'> a  b </pw></authInfo></infData></resData>"
    )
    assert.deepStrictEqual(data?._tag === "DomainData" ? data.authInfo : undefined, {
      password: " a  b ",
      roid: "C1-T"
    })
  })

  it("takes an event of the login that it does not know for a custom one", () => {
    const { extension } = response(
      `${done}<extension><loginSecData xmlns="urn:ietf:params:xml:ns:epp:loginSec-1.0"><event type="quota" level="high">Few left</event></loginSecData></extension>`
    )
    assert.deepStrictEqual(extension.loginSecurity, [{
      type: "custom",
      name: "quota",
      level: "warning",
      text: "Few left"
    }])
  })

  it("reads a greeting with parts that EPP does not know", () => {
    const greeting = readServerMessage(
      "<epp xmlns='urn:ietf:params:xml:ns:epp-1.0'><greeting><svID>Registry</svID><svcMenu><x/><version>1.0</version><lang>en</lang>"
        + "<objURI> urn:a </objURI><svcExtension><extURI>urn:b</extURI></svcExtension></svcMenu></greeting></epp>"
    )
    assert.deepStrictEqual(
      greeting,
      Result.succeed({
        _tag: "Greeting",
        server: "Registry",
        date: "",
        versions: ["1.0"],
        languages: ["en"],
        objects: ["urn:a"],
        extensions: ["urn:b"]
      })
    )
  })

  it("fails for what is no answer, or has no code", () => {
    assert.match(problem("<epp"), /not XML/)
    assert.match(problem("<!DOCTYPE epp><epp/>"), /document type declaration/)
    assert.match(problem("<html/>"), /neither/)
    assert.match(problem("<epp xmlns='urn:ietf:params:xml:ns:epp-1.0'><command/></epp>"), /neither/)
    assert.match(problem("<epp><response/></epp>"), /lacks result/)
    assert.match(problem("<epp><response><result/></response></epp>"), /number/)
    assert.match(problem("<epp><response><result code='abc'/></response></epp>"), /number/)
    assert.match(problem("<epp><greeting/></epp>"), /lacks svcMenu/)
  })
})
