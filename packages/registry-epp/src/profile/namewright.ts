import { EppUri } from "../message/EppUri.ts"
import { genericThick } from "./genericProfiles.ts"
import type { RegistryProfile } from "./RegistryProfile.ts"

/** Profile of this package's own server: all features. */
export const namewright: RegistryProfile = {
  ...genericThick,
  extensions: [...genericThick.extensions, EppUri.verification, EppUri.handOver, EppUri.idn],
  contacts: {
    ...genericThick.contacts,
    postal: "both",
    disclosed: ["name", "organization", "address", "voice", "fax", "email"]
  },
  dnssec: "any",
  names_per_check: 50,
  // The domains of the simulator behind this server have a code at all times.
  auth_code: { ...genericThick.auth_code, lifetime_days: null, verifiable: false },
  lookup_lag_seconds: 0,
  auth_code_request: {
    command: "update",
    extension: { namespace: EppUri.handOver, name: "issueAuthCode" },
    answer: { auth_code: "authCode", expires_on: "expiresOn", recipient: "recipient" }
  },
  release: {
    form: "extension",
    element: {
      namespace: EppUri.handOver,
      name: "release",
      attributes: { keepDelegation: "{@keep_delegation}" },
      children: [{ name: "recipient", text: "{@recipient}" }]
    },
    recipients: ["registry", "registrar"]
  },
  verification_report: {
    extension: {
      namespace: EppUri.verification,
      name: "update",
      children: [{
        name: "report",
        children: [
          { name: "result", text: "success" },
          { name: "verificationDate", text: "{@verified_on}" },
          { name: "method", text: "{@method}" },
          { name: "reference", text: "{@reference}" },
          { name: "agent", text: "{@registrar}" }
        ]
      }]
    }
  },
  claims: true,
  templates: {
    ...genericThick.templates,
    domain_create: [
      ...genericThick.templates.domain_create,
      { namespace: EppUri.idn, name: "data", children: [{ name: "table", text: "{@idn_language}" }] }
    ]
  }
}
