import type { ElementTemplate } from "./ElementTemplate.ts"
import { genericThick, noTemplates } from "./genericProfiles.ts"
import type { RegistryProfile } from "./RegistryProfile.ts"

const namespace = "http://www.afnic.fr/xml/epp/frnic-2.0"

const extension = (command: string, object: ElementTemplate): ElementTemplate => ({
  namespace,
  name: "ext",
  children: [{ name: command, children: [object] }]
})

const entity: ElementTemplate = {
  name: "legalEntityInfos",
  when: { AFNIC_CONTACT_TYPE: "PM" },
  children: [
    { name: "idStatus", text: "{AFNIC_ID_STATUS}" },
    { name: "legalStatus", attributes: { s: "{AFNIC_PM_LEGAL_STATUS}" } },
    { name: "siren", text: "{AFNIC_PM_SIREN}" },
    { name: "VAT", text: "{AFNIC_PM_VAT}" },
    { name: "trademark", text: "{AFNIC_PM_TRADEMARK}" },
    {
      name: "asso",
      when: { AFNIC_PM_LEGAL_STATUS: "association" },
      children: [
        { name: "waldec", text: "{AFNIC_PM_ASSOC_WALDEC}" },
        { name: "decl", text: "{AFNIC_PM_ASSOC_DECL}" },
        {
          name: "publ",
          attributes: { announce: "{AFNIC_PM_ASSOC_PUBL_ANNOUNCE}", page: "{AFNIC_PM_ASSOC_PUBL_PAGE}" },
          text: "{AFNIC_PM_ASSOC_PUBL_DATE}"
        }
      ]
    },
    { name: "DUNS", text: "{AFNIC_PM_DUNS}" },
    { name: "local", text: "{AFNIC_PM_LOCAL}" }
  ]
}

/** AFNIC, of .fr and the overseas territories: people and legal entities need different data. */
export const afnic: RegistryProfile = {
  ...genericThick,
  extensions: [...genericThick.extensions, namespace],
  contacts: { ...genericThick.contacts, roles: ["registrant", "admin", "tech"], postal: "loc" },
  transfer: { way: "request", period: "as_asked", decisions: true },
  auth_code: { absent: "random", removal: null, lifetime_days: 14, verifiable: false },
  fee: null,
  templates: {
    ...noTemplates,
    contact_create: [extension("create", {
      name: "contact",
      children: [
        {
          name: "list",
          when: { AFNIC_RESTRICTED_PUBLICATION: "true" },
          text: "restrictedPublication"
        },
        {
          name: "individualInfos",
          when: { AFNIC_CONTACT_TYPE: "PP" },
          children: [{ name: "idStatus", text: "{AFNIC_ID_STATUS}" }]
        },
        entity,
        { name: "firstName", when: { AFNIC_CONTACT_TYPE: "PP" }, text: "{AFNIC_PP_FIRST_NAME}" },
        {
          name: "reachable",
          attributes: { media: "{AFNIC_REACHABLE_MEDIA}" },
          text: "{AFNIC_REACHABLE_STATUS}"
        }
      ]
    })],
    domain_transfer: [extension("transfer", {
      name: "domain",
      attributes: { keepDS: "1" },
      children: [
        { name: "contact", attributes: { type: "admin" }, text: "{@admin}" },
        { name: "contact", attributes: { type: "tech" }, text: "{@tech}" }
      ]
    })]
  }
}
