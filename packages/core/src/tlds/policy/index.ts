export { attributeValueIssues, mergedContactAttributes } from "./AttributePolicy.ts"
export { generateAuthCode, generateStrongAuthCode } from "./AuthCodePolicy.ts"
export { registryAttributes } from "./DerivedAttributes.ts"
export { dnssecIssues, type RequestedDnssec } from "./DnssecPolicy.ts"
export {
  contactsInAttributes,
  domainAttributeInputIssues,
  isCallersAttribute,
  mergedAttributes
} from "./DomainAttributePolicy.ts"
export type { Holder, HolderContact } from "./Holder.ts"
export { comparesHolders, type CurrentHolder, holderIssues, registrantMatchIssues } from "./HolderPolicy.ts"
export { idnLanguage } from "./LabelPolicy.ts"
export { registryPostalCode } from "./RegistryPostalCode.ts"
export { type RenewalCadence, renewalCadence } from "./RenewalCadence.ts"
export * from "./RequestIssues.ts"
export { admittedHolders, type ContactOperation } from "./RolePolicy.ts"
export { renewalTermIssues } from "./TermPolicy.ts"
