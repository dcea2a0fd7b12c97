import { assert, describe, it } from "@effect/vitest"
import { type ElementTemplate, filled } from "../../src/profile/ElementTemplate.ts"
import { profiles } from "../../src/profile/profiles.ts"
import { writeTree } from "../../src/xml/writeXml.ts"

const contactXml = (profile: string, attributes: Readonly<Record<string, string>>): string => {
  const [template, ...others] = profiles[profile]?.templates.contact_create ?? []
  assert.deepStrictEqual(others, [])
  const values = { ...attributes, "@natural_person": "false" }
  const announced = new Set(profiles[profile]?.extensions)
  const element = template === undefined ? undefined : filled(template, { values, announced })
  return element === undefined ? "" : writeTree(element)
}

describe("a template", () => {
  const announced = new Set(["urn:x", "urn:x-1.1", "urn:x-1.0"])

  const template: ElementTemplate = {
    namespace: "urn:x",
    name: "outer",
    attributes: { kind: "{KIND}" },
    children: [
      { name: "inner", text: "{A} and {B}" },
      { name: "empty" },
      { name: "group", children: [{ name: "item", text: "{C}" }] },
      { name: "only", when: { KIND: "yes" }, text: "sure" }
    ]
  }

  it("has its slots filled, without elements that have no value", () => {
    const full = filled(template, { values: { A: "a<", B: "b", C: "c", KIND: "yes" }, announced })
    assert.strictEqual(
      full === undefined ? "" : writeTree(full),
      "<outer xmlns=\"urn:x\" kind=\"yes\"><inner>a&lt; and b</inner><empty/><group><item>c</item></group><only>sure</only></outer>"
    )
    const bare = filled(template, { values: { A: "a", B: "", C: null }, announced })
    assert.strictEqual(bare === undefined ? "" : writeTree(bare), "<outer xmlns=\"urn:x\"><empty/></outer>")
  })

  it("uses the preferred version among those of the session", () => {
    const versions = { namespace: ["urn:x-1.2", "urn:x-1.1", "urn:x-1.0"], name: "outer", text: "so" }
    assert.strictEqual(filled(versions, { values: {}, announced })?.namespace, "urn:x-1.1")
    assert.isUndefined(filled({ ...versions, namespace: "urn:x-1.2" }, { values: {}, announced }))
  })

  it("is omitted if all values are missing", () => {
    const group: ElementTemplate = { namespace: "urn:x", name: "group", children: [{ name: "item", text: "{C}" }] }
    assert.isUndefined(filled(group, { values: {}, announced }))
  })
})

describe("the built-in profiles", () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      "sidn",
      { SIDN_LEGAL_FORM: "BV", SIDN_LEGAL_REG_NO: "14633770" },
      "<ext xmlns=\"http://rxsd.domain-registry.nl/sidn-ext-epp-1.0\"><create><contact><legalForm>BV</legalForm>"
      + "<legalFormRegNo>14633770</legalFormRegNo></contact></create></ext>"
    ],
    ["sidn", {}, ""],
    [
      "nominet",
      { NOMINET_CONTACT_TYPE: "LTD", NOMINET_CO_NO: "1234567", NOMINET_TRAD_NAME: "Engines" },
      "<create xmlns=\"http://www.nominet.org.uk/epp/xml/contact-nom-ext-1.0\"><trad-name>Engines</trad-name>"
      + "<type>LTD</type><co-no>1234567</co-no></create>"
    ],
    [
      "internetstiftelsen",
      { REGISTRY_SE_ORG_NO: "[SE]802405-0190" },
      "<create xmlns=\"urn:se:iis:xml:epp:iis-1.2\"><orgno>[SE]802405-0190</orgno></create>"
    ],
    [
      "eurid",
      { "eurid:type": "registrant" },
      "<create xmlns=\"http://www.eurid.eu/xml/epp/contact-ext-1.4\"><type>registrant</type><lang>en</lang>"
      + "<naturalPerson>false</naturalPerson></create>"
    ],
    [
      "afnic",
      { AFNIC_CONTACT_TYPE: "PM", AFNIC_PM_LEGAL_STATUS: "company", AFNIC_PM_SIREN: "123456789" },
      "<ext xmlns=\"http://www.afnic.fr/xml/epp/frnic-2.0\"><create><contact><legalEntityInfos>"
      + "<legalStatus s=\"company\"/><siren>123456789</siren></legalEntityInfos></contact></create></ext>"
    ],
    [
      "afnic",
      { AFNIC_CONTACT_TYPE: "PP", AFNIC_PP_FIRST_NAME: "Michel", AFNIC_PM_SIREN: "not of a person" },
      "<ext xmlns=\"http://www.afnic.fr/xml/epp/frnic-2.0\"><create><contact><firstName>Michel</firstName>"
      + "</contact></create></ext>"
    ]
  ])("say what a TLD asks for of a contact: %s", (profile, attributes, expected) => {
    assert.strictEqual(contactXml(profile, attributes), expected)
  })
})
