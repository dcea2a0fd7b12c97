import { assert, describe, it } from "@effect/vitest"
import {
  type HolderContact,
  holderIssues,
  registrantMatchIssues,
  registryAttributes,
  registryPostalCode
} from "@namewright/core/tlds"
import { Effect, Schema } from "effect"
import { isOrganizationNumber } from "../../../src/tlds/policy/holders/norway.ts"
import { contact, holder, pointers, specOf } from "./holders.ts"

type Attributes = Record<string, string>

describe(".ca", () => {
  it.effect("requires an organization for legal types of entities, and an individual's type of the admin", () =>
    Effect.gen(function*() {
      const ca = yield* specOf("ca")
      const issues = (type: string, org: string | null, admin: Attributes = {}) =>
        pointers(holderIssues(ca, "ca", "create", [
          holder("registrant", { country: "CA", org }, { CIRA_CPR: type }),
          holder("admin", { country: "CA" }, admin)
        ]))
      assert.deepStrictEqual(issues("CCO", "Example Ltd."), [])
      assert.deepStrictEqual(issues("CCO", null), ["contacts.registrant[0].org"])
      assert.deepStrictEqual(issues("LGR", null), [])
      assert.deepStrictEqual(issues("CCT", null, { CIRA_CPR: "ABO" }), [])
      assert.deepStrictEqual(issues("CCT", null, { CIRA_CPR: "CCO" }), ["contacts.admin[0].attributes.CIRA_CPR"])
      assert.deepStrictEqual(issues("XYZ", "Example Ltd."), ["contacts.registrant[0].attributes.CIRA_CPR"])
    }))
})

const registeringItalian = (
  registrant: Partial<HolderContact>,
  type: string,
  code: string,
  admin: Partial<HolderContact> = {}
) =>
  Effect.map(specOf("it"), (it) =>
    pointers(holderIssues(it, "it", "create", [
      holder("registrant", registrant, { NIC_IT_ENTITY_TYPE: type, NIC_IT_REG_CODE: code }),
      holder("admin", admin),
      holder("tech")
    ])))

describe(".it", () => {
  const person: Partial<HolderContact> = { country: "IT", state: "RM", org: null }
  const company: Partial<HolderContact> = { country: "IT", state: "MI", org: "Esempio S.p.A." }
  const fiscalCode = "RSSMRA80A01H501U"
  const codeAt = "contacts.registrant[0].attributes.NIC_IT_REG_CODE"

  it.effect("requires the registration code of the entity type", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* registeringItalian(person, "natural_person", fiscalCode), [])
      assert.deepStrictEqual(yield* registeringItalian(person, "natural_person", "12345678901"), [codeAt])
      assert.deepStrictEqual(
        yield* registeringItalian({ country: "DE", org: null }, "natural_person", "any identity document"),
        []
      )
      for (const type of ["company", "public_org", "other"]) {
        assert.deepStrictEqual(yield* registeringItalian(company, type, "12345678901"), [], type)
        assert.deepStrictEqual(yield* registeringItalian(company, type, fiscalCode), [codeAt], type)
      }
      assert.deepStrictEqual(yield* registeringItalian(company, "individual_firm", fiscalCode), [])
      assert.deepStrictEqual(yield* registeringItalian(company, "individual_firm", "12345678901"), [])
      assert.deepStrictEqual(yield* registeringItalian(company, "individual_firm", "1"), [codeAt])
      assert.deepStrictEqual(yield* registeringItalian(company, "non_profit", "N.A."), [])
      assert.deepStrictEqual(yield* registeringItalian(company, "non_profit", "none"), [codeAt])
      const foreign = { country: "CH", org: "Beispiel AG" }
      assert.deepStrictEqual(yield* registeringItalian(foreign, "foreign_legal_entity", "CHE-123.456.789"), [])
      assert.deepStrictEqual(yield* registeringItalian(foreign, "foreign_legal_entity", "1".repeat(37)), [codeAt])
    }))

  it.effect("requires Italian entities in Italy, foreign ones abroad, and all in Europe", () =>
    Effect.gen(function*() {
      const country = "contacts.registrant[0].country"
      assert.deepStrictEqual(yield* registeringItalian({ ...company, country: "DE" }, "company", "12345678901"), [
        country
      ])
      assert.deepStrictEqual(yield* registeringItalian(company, "foreign_legal_entity", "1"), [country])
      assert.deepStrictEqual(yield* registeringItalian({ ...company, country: "US" }, "foreign_legal_entity", "1"), [
        country
      ])
    }))

  it.effect("requires the province, and the organization of entities", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* registeringItalian({ ...company, state: "Milano" }, "company", "12345678901"), [
        "contacts.registrant[0].state"
      ])
      assert.deepStrictEqual(yield* registeringItalian({ ...company, org: null }, "company", "12345678901"), [
        "contacts.registrant[0].org"
      ])
      assert.deepStrictEqual(
        yield* registeringItalian({ ...person, org: "erika  mustermann" }, "natural_person", fiscalCode),
        []
      )
      assert.deepStrictEqual(yield* registeringItalian({ ...person, org: "Esempio" }, "natural_person", fiscalCode), [
        "contacts.registrant[0].org"
      ])
    }))

  it.effect("requires a person to be its own administrative contact", () =>
    Effect.gen(function*() {
      const other = { contact_id: "contact_2" }
      assert.deepStrictEqual(yield* registeringItalian(person, "natural_person", fiscalCode, other), [
        "contacts.admin[0]"
      ])
      assert.deepStrictEqual(yield* registeringItalian(company, "company", "12345678901", other), [])
    }))

  it.effect("reports everything at once", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* registeringItalian({ country: "IT", org: "Esempio" }, "natural_person", "1", {
          contact_id: "contact_2"
        }),
        ["contacts.admin[0]", codeAt, "contacts.registrant[0].org", "contacts.registrant[0].state"]
      )
    }))
})

const registeringLatvian = (
  registrant: Partial<HolderContact>,
  attributes: Attributes,
  admin: Partial<HolderContact> = {}
) =>
  Effect.map(specOf("lv"), (lv) =>
    pointers(holderIssues(lv, "lv", "create", [
      holder("registrant", registrant, attributes),
      holder("admin", { org: null, ...admin })
    ])))

describe(".lv", () => {
  it.effect("requires the number of the registrant's country", () =>
    Effect.gen(function*() {
      const registration = "contacts.registrant[0].attributes.NIC_LV_REG_NR"
      const vat = "contacts.registrant[0].attributes.NIC_LV_VAT_NR"
      const latvian = { country: "LV" }
      assert.deepStrictEqual(yield* registeringLatvian(latvian, { NIC_LV_REG_NR: "40003000000" }), [])
      assert.deepStrictEqual(yield* registeringLatvian(latvian, {}), [registration])
      assert.deepStrictEqual(yield* registeringLatvian({ country: "LV", org: null }, {}), [registration])
      assert.deepStrictEqual(yield* registeringLatvian(latvian, { NIC_LV_REG_NR: "a b c" }), [registration])
      assert.deepStrictEqual(yield* registeringLatvian({ country: "DE" }, { NIC_LV_VAT_NR: "DE123456789" }), [])
      assert.deepStrictEqual(yield* registeringLatvian({ country: "DE" }, {}), [vat])
      assert.deepStrictEqual(yield* registeringLatvian({ country: "DE", org: null }, {}), [])
      assert.deepStrictEqual(yield* registeringLatvian({ country: "US" }, {}), [])
      assert.deepStrictEqual(yield* registeringLatvian({ country: "US" }, { NIC_LV_VAT_NR: "1" }), [vat])
    }))

  it.effect("requires a person as administrative contact, and the registrant itself if it is a person", () =>
    Effect.gen(function*() {
      const number = { NIC_LV_REG_NR: "40003000000" }
      assert.deepStrictEqual(
        yield* registeringLatvian({ country: "LV" }, number, { contact_id: "contact_2", org: "SIA" }),
        [
          "contacts.admin[0].org"
        ]
      )
      assert.deepStrictEqual(
        yield* registeringLatvian({ country: "LV", org: null }, number, { contact_id: "contact_2" }),
        [
          "contacts.admin[0]"
        ]
      )
    }))
})

const registeringNorwegian = (registrant: Partial<HolderContact>, type: string, value: string) =>
  Effect.map(specOf("no"), (no) =>
    pointers(holderIssues(no, "no", "create", [
      holder("registrant", registrant, { NOR_ID_IDENTITY_TYPE: type, NOR_ID_IDENTITY_VALUE: value }),
      holder("tech")
    ])))

describe(".no", () => {
  const company: Partial<HolderContact> = { country: "NO", postal_code: "0150", org: "Eksempel AS" }
  const value = "contacts.registrant[0].attributes.NOR_ID_IDENTITY_VALUE"

  it.effect("identifies organizations by their number and persons by an id of the registry", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(yield* registeringNorwegian(company, "ORGANIZATION_NUMBER", "923609016"), [])
      assert.deepStrictEqual(yield* registeringNorwegian(company, "ORGANIZATION_NUMBER", "923609017"), [value])
      assert.deepStrictEqual(
        yield* registeringNorwegian({ ...company, org: null }, "ORGANIZATION_NUMBER", "923609016"),
        [
          "contacts.registrant[0].org"
        ]
      )
      const person = { ...company, org: null }
      assert.deepStrictEqual(yield* registeringNorwegian(person, "ANONYMOUS_PERSON_IDENTIFIER", "N.PRI.12345678"), [])
      assert.deepStrictEqual(yield* registeringNorwegian(person, "ANONYMOUS_PERSON_IDENTIFIER", "12345678"), [value])
      assert.deepStrictEqual(yield* registeringNorwegian(company, "ANONYMOUS_PERSON_IDENTIFIER", "N.PRI.12345678"), [
        "contacts.registrant[0].org"
      ])
    }))

  it.effect("requires an address in Norway", () =>
    Effect.gen(function*() {
      assert.deepStrictEqual(
        yield* registeringNorwegian(
          { ...company, country: "SE", postal_code: "11455" },
          "ORGANIZATION_NUMBER",
          "923609016"
        ),
        ["contacts.registrant[0].country", "contacts.registrant[0].postal_code"]
      )
    }))

  it.prop(
    "refuses an organization number with any one digit changed",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 8 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 9 }))
    ],
    ([at, digit]) => {
      const changed = `${"923609016".slice(0, at)}${digit}${"923609016".slice(at + 1)}`
      assert.strictEqual(isOrganizationNumber(changed), changed === "923609016")
    }
  )
})

describe(".sk", () => {
  it.effect("identifies persons by their date of birth and others by a number", () =>
    Effect.gen(function*() {
      const sk = yield* specOf("sk")
      const issues = (org: string | null, attributes: Attributes) =>
        pointers(holderIssues(sk, "sk", "create", [
          holder("registrant", { org }, attributes),
          holder("admin"),
          holder("tech"),
          holder("billing")
        ]))
      const at = ["contacts.registrant[0].attributes.SK_NIC_IDENT_VALUE"]
      assert.deepStrictEqual(issues(null, { SK_NIC_IDENT_VALUE: "1987-01-01" }), [])
      assert.deepStrictEqual(issues(null, { SK_NIC_IDENT_VALUE: "2000-02-29" }), [])
      assert.deepStrictEqual(issues(null, { SK_NIC_IDENT_VALUE: "1900-02-29" }), at)
      assert.deepStrictEqual(issues(null, { SK_NIC_IDENT_VALUE: "1987-13-01" }), at)
      assert.deepStrictEqual(issues(null, { SK_NIC_IDENT_VALUE: "12345678" }), at)
      assert.deepStrictEqual(issues("Firma", { SK_NIC_IDENT_VALUE: "12345678" }), [])
      assert.deepStrictEqual(issues("Firma", { SK_NIC_IDENT_VALUE: "1".repeat(33) }), at)
      assert.deepStrictEqual(issues("Firma", { SK_NIC_LEGAL_FORM: "PERS", SK_NIC_IDENT_VALUE: "12345678" }), at)
      assert.deepStrictEqual(issues("Firma", {}), [])
    }))
})

describe(".lt", () => {
  it("moves names only to the holder that has them", () => {
    const company = { name: "Jonas Jonaitis", organization: "UAB Pavyzdys" }
    const person = { name: "Jonas Jonaitis", organization: null }
    const jonas = contact({ first_name: "Jonas", last_name: "JONAITIS", org: "UAB  pavyzdys" })
    assert.deepStrictEqual(registrantMatchIssues("lt", jonas, company), [])
    assert.deepStrictEqual(registrantMatchIssues("lt", jonas, person), [])
    const other = contact()
    assert.deepStrictEqual(pointers(registrantMatchIssues("lt", other, company)), ["contacts.registrant[0].org"])
    assert.deepStrictEqual(pointers(registrantMatchIssues("lt", other, person)), ["contacts.registrant[0].first_name"])
    assert.deepStrictEqual(registrantMatchIssues("com", other, company), [])
  })
})

describe("attributes for the registry", () => {
  it.effect("are derived from the organization and the role if absent", () =>
    Effect.gen(function*() {
      const [de, no, sk, fr] = yield* Effect.forEach(["de", "no", "sk", "fr"], specOf)
      assert(de !== undefined && no !== undefined && sk !== undefined && fr !== undefined)
      assert.deepStrictEqual(registryAttributes(de, holder("registrant")), { DE_CONTACT_TYPE: "ORG" })
      assert.deepStrictEqual(registryAttributes(de, holder("registrant", { org: null })), { DE_CONTACT_TYPE: "PERSON" })
      assert.deepStrictEqual(registryAttributes(de, holder("registrant", {}, { DE_CONTACT_TYPE: "REQUEST" })), {
        DE_CONTACT_TYPE: "REQUEST"
      })
      assert.deepStrictEqual(registryAttributes(no, holder("tech", { org: null })), { NOR_ID_CONTACT_TYPE: "ROLE" })
      assert.deepStrictEqual(registryAttributes(no, holder("registrant")), { NOR_ID_CONTACT_TYPE: "ORGANIZATION" })
      assert.deepStrictEqual(registryAttributes(sk, holder("billing", { org: null })), { SK_NIC_LEGAL_FORM: "PERS" })
      assert.deepStrictEqual(registryAttributes(fr, holder("registrant")), { AFNIC_CONTACT_TYPE: "PM" })
    }))

  it.effect("exclude those that do not apply to the role or the other attributes", () =>
    Effect.gen(function*() {
      const us = yield* specOf("us")
      const attributes = { US_NEXUS_CATEGORY: "C11", US_APP_PURPOSE: "P1", US_NEXUS_COUNTRY_CODE: "DE" }
      assert.deepStrictEqual(registryAttributes(us, holder("tech", {}, attributes)), {})
      assert.deepStrictEqual(registryAttributes(us, holder("registrant", {}, attributes)), {
        US_NEXUS_CATEGORY: "C11",
        US_APP_PURPOSE: "P1"
      })
    }))

  it.effect("has Dutch postal codes without a space in .nl alone", () =>
    Effect.gen(function*() {
      const nl = yield* specOf("nl")
      const com = yield* specOf("com")
      assert.strictEqual(registryPostalCode(nl, "NL", "1234 AB"), "1234AB")
      assert.strictEqual(registryPostalCode(nl, "GB", "EC1Y 8SY"), "EC1Y 8SY")
      assert.strictEqual(registryPostalCode(com, "NL", "1234 AB"), "1234 AB")
    }))
})
