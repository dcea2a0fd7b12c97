import { Schema } from "effect"
import { ContactRole } from "../shared/index.ts"

/** Keys of the attributes that registries require of a contact, grouped by registry. */
export const knownAttributeKeys = [
  "at-ext-contact:type",
  "DE_CONTACT_TYPE",
  "DE_GENERAL_REQUEST_URI_TEMPLATE",
  "DE_ABUSE_URI_TEMPLATE",
  "dnsbe:type",
  "eurid:type",
  "AFNIC_CONTACT_TYPE",
  "AFNIC_PP_FIRST_NAME",
  "AFNIC_PM_LEGAL_STATUS",
  "AFNIC_PM_SIREN",
  "AFNIC_PM_VAT",
  "AFNIC_PM_TRADEMARK",
  "AFNIC_PM_ASSOC_WALDEC",
  "AFNIC_PM_ASSOC_PUBL_DATE",
  "AFNIC_PM_ASSOC_PUBL_ANNOUNCE",
  "AFNIC_PM_ASSOC_PUBL_PAGE",
  "AFNIC_PM_ASSOC_DECL",
  "AFNIC_PM_DUNS",
  "AFNIC_PM_LOCAL",
  "AFNIC_ID_STATUS",
  "AFNIC_REACHABLE_MEDIA",
  "AFNIC_REACHABLE_STATUS",
  "AFNIC_RESTRICTED_PUBLICATION",
  "ROTLD_CONTACT_TYPE",
  "ROTLD_CNP_FISCAL_CODE",
  "ROTLD_ID_NUMBER",
  "ROTLD_REGISTRATION_NUMBER",
  "ROTLD_DOMAIN_NAME",
  "NOMINET_CONTACT_TYPE",
  "NOMINET_CO_NO",
  "NOMINET_TRAD_NAME",
  "CIRA_CPR",
  "SIDN_LEGAL_FORM",
  "SIDN_LEGAL_REG_NO",
  "SIDN_REGISTRANT_TYPE",
  "SIDN_REGISTRATION_NUMBER",
  "US_NEXUS_CATEGORY",
  "US_NEXUS_COUNTRY_CODE",
  "US_APP_PURPOSE",
  "NIC_IT_ENTITY_TYPE",
  "NIC_IT_REG_CODE",
  "CZ_NIC_IDENT_TYPE",
  "CZ_NIC_IDENT_VALUE",
  "CZ_NIC_VAT",
  "CZ_NIC_NOTIFY_EMAIL",
  "DNS_LU_CONTACT_ROLE",
  "SK_NIC_LEGAL_FORM",
  "SK_NIC_IDENT_VALUE",
  "NIC_LV_REG_NR",
  "NIC_LV_VAT_NR",
  "DOMREG_LT_CONTACT_ROLE",
  "DOMREG_LT_ORG_CODE",
  "NOR_ID_CONTACT_TYPE",
  "NOR_ID_IDENTITY_TYPE",
  "NOR_ID_IDENTITY_VALUE",
  "REGISTRY_SE_ORG_NO",
  "REGISTRY_SE_VAT_NO",
  "DNS_PT_VAT",
  "DNS_PT_MOBILE",
  "DNS_PT_NIS2_VALIDATED",
  "DNS_PT_NIS2_VALIDATED_DATE",
  "PUNKTUM_DK_USER_TYPE",
  "PUNKTUM_DK_CVR",
  "PUNKTUM_DK_PNUMBER",
  "PUNKTUM_DK_EAN",
  "PUNKTUM_DK_SECONDARY_EMAIL",
  "PUNKTUM_DK_MOBILEPHONE",
  "PUNKTUM_DK_SOLE_PROPRIETORSHIP",
  "PUNKTUM_DK_CONTACT_VERIFIED",
  "INTERNET_EE_IDENT_TYPE",
  "INTERNET_EE_IDENT_CC",
  "INTERNET_EE_IDENT_VALUE"
] as const

/** Built-in key, or a key of the installation, which begins with `x-`. */
export const AttributeKey = Schema.Union([
  Schema.Literals(knownAttributeKeys),
  Schema.TemplateLiteral(["x-", Schema.String])
]).annotate({ identifier: "AttributeKey" })
export type AttributeKey = typeof AttributeKey.Type

/** Type of a value. All values are transmitted as text. */
export const AttributeType = Schema.Literals([
  "enum",
  "string",
  "boolean",
  "datetime",
  "integer",
  "country_code",
  "uri_template"
]).annotate({ identifier: "AttributeType" })
export type AttributeType = typeof AttributeType.Type

export const ConditionOperator = Schema.Literals(["equals", "not_equals", "in", "not_in"])
  .annotate({ identifier: "ConditionOperator" })
export type ConditionOperator = typeof ConditionOperator.Type

/** Condition on another attribute of the same contact. An absent attribute equals no value. */
export const AttributeCondition = Schema.Struct({
  field: AttributeKey,
  operator: ConditionOperator,
  value: Schema.Union([Schema.String, Schema.Array(Schema.String)])
}).annotate({ identifier: "AttributeCondition" })
export type AttributeCondition = typeof AttributeCondition.Type

/**
 * Attribute of a contact, optional or required. It applies if the contact has one of the roles (null: any) and all
 * conditions hold. A key can be defined several times with different roles.
 */
export const AttributeDefinition = Schema.Struct({
  key: AttributeKey,
  type: AttributeType,
  /** Allowed values of an `enum`; null for other types. */
  values: Schema.NullOr(Schema.Array(Schema.String)),
  required: Schema.Boolean,
  contact_roles: Schema.NullOr(Schema.Array(ContactRole)),
  conditions: Schema.NullOr(Schema.Array(AttributeCondition))
}).annotate({ identifier: "ContactAttributeDefinition" })
export type AttributeDefinition = typeof AttributeDefinition.Type
