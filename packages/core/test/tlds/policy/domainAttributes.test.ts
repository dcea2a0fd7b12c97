import { assert, describe, it } from "@effect/vitest"
import { domainAttributeInputIssues, isCallersAttribute, mergedAttributes } from "@namewright/core/tlds"
import { Schema } from "effect"

const contact = "contact_01hzzzzzzzzzzzzzzzzzzzzzzz"
const refused = (attributes: Record<string, string>, operation: "create" | "transfer" | "update" = "create") =>
  domainAttributeInputIssues(attributes, operation).map(({ loc, type }) => [loc.at(-1), type])

const platform = [
  "verification_required",
  "nor_id_declaration",
  "nor_id_declaration_token",
  "punktum_dk_tracking_no",
  "promotion",
  "promotion_eligibility",
  "domain_contact_attributes",
  "registry_reseller_id"
]
const confirmations = [
  "music_registrant_attestation",
  "travel_industry_acknowledgement",
  "nic_it_compliance_confirmation",
  "internet_ee_registrant_agreement",
  "punktum_dk_terms_acceptance"
]
const derived = ["nor_id_applicant_version", "nor_id_applicant_accept_name", "nor_id_applicant_accept_date"]
const keys = [...platform, ...confirmations, ...derived, "auto_renew_period", "de_abuse_contact"]

describe("attributes of a domain", () => {
  it("that the platform writes are refused, even to be cleared", () => {
    for (const key of platform) {
      assert.deepStrictEqual(refused({ [key]: "x" }), [[key, "value_error"]])
      assert.deepStrictEqual(refused({ [key]: "" }, "update"), [[key, "value_error"]])
    }
  })

  it("that are unknown are refused", () => {
    assert.deepStrictEqual(refused({ colour: "red", "": "x" }), [["colour", "extra_forbidden"], [
      "",
      "extra_forbidden"
    ]])
  })

  it("that confirm something must be true, once and for all", () => {
    for (const key of confirmations) {
      for (const value of ["true", "1", "yes", "YES", "True"]) assert.deepStrictEqual(refused({ [key]: value }), [])
      for (const value of ["false", "", "0", "y"]) {
        assert.deepStrictEqual(refused({ [key]: value }), [[key, "value_error"]], `${key}=${value}`)
      }
      assert.deepStrictEqual(refused({ [key]: "true" }, "update"), [[key, "value_error"]])
    }
  })

  it("that are derived are ignored on create and transfer, and refused on update", () => {
    for (const key of derived) {
      assert.deepStrictEqual(refused({ [key]: "x" }), [])
      assert.deepStrictEqual(refused({ [key]: "x" }, "transfer"), [])
      assert.deepStrictEqual(refused({ [key]: "x" }, "update"), [[key, "value_error"]])
      assert.deepStrictEqual(mergedAttributes({}, { [key]: "x" }), {})
    }
  })

  it("set the cadence to one of two words, and never clear it", () => {
    assert.deepStrictEqual(refused({ auto_renew_period: "monthly" }, "update"), [])
    for (const value of ["", "weekly", "Monthly"]) {
      assert.deepStrictEqual(refused({ auto_renew_period: value }, "update"), [["auto_renew_period", "enum"]])
    }
  })

  it("name contacts by their ids", () => {
    assert.deepStrictEqual(refused({ de_abuse_contact: contact, de_general_request_contact: "" }), [])
    assert.deepStrictEqual(refused({ de_abuse_contact: "domain_01hzzzzzzzzzzzzzzzzzzzzzzz" }), [
      ["de_abuse_contact", "typeid_parsing"]
    ])
  })

  it("are all reported, where they are", () => {
    const issues = domainAttributeInputIssues({ colour: "red", auto_renew_period: "never" }, "create")
    assert.deepStrictEqual(issues.map(({ ctx, input, loc, msg }) => [loc, input, ctx?.["message"] === msg]), [
      [["body", "attributes", "colour"], "red", true],
      [["body", "attributes", "auto_renew_period"], "never", true]
    ])
  })

  it("are shown to callers where callers may set them", () => {
    assert.deepStrictEqual(keys.filter(isCallersAttribute), [...confirmations, "auto_renew_period", "de_abuse_contact"])
  })

  it("are merged: empty values remove, confirmations read true", () => {
    assert.deepStrictEqual(
      mergedAttributes(
        { auto_renew_period: "yearly", de_abuse_contact: contact },
        { de_abuse_contact: "", music_registrant_attestation: "YES", auto_renew_period: "monthly" }
      ),
      { auto_renew_period: "monthly", music_registrant_attestation: "true" }
    )
  })

  it.prop(
    "stay as they are when a request is repeated",
    [Schema.Record(Schema.Literals(keys), Schema.Literals(["", "true", "x"]))],
    ([supplied]) => {
      const once = mergedAttributes({ promotion: "p" }, supplied)
      assert.deepStrictEqual(mergedAttributes(once, supplied), once)
    }
  )
})
