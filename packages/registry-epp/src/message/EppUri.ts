/** Namespaces of EPP and of the supported extensions, by their usual prefix. */
export const EppUri = {
  epp: "urn:ietf:params:xml:ns:epp-1.0",
  domain: "urn:ietf:params:xml:ns:domain-1.0",
  contact: "urn:ietf:params:xml:ns:contact-1.0",
  host: "urn:ietf:params:xml:ns:host-1.0",
  secDNS: "urn:ietf:params:xml:ns:secDNS-1.1",
  rgp: "urn:ietf:params:xml:ns:rgp-1.0",
  fee: "urn:ietf:params:xml:ns:epp:fee-1.0",
  launch: "urn:ietf:params:xml:ns:launch-1.0",
  allocationToken: "urn:ietf:params:xml:ns:allocationToken-1.0",
  loginSec: "urn:ietf:params:xml:ns:epp:loginSec-1.0",
  changePoll: "urn:ietf:params:xml:ns:changePoll-1.0",
  maintenance: "urn:ietf:params:xml:ns:epp:maintenance-1.0",
  /** nic.at: verification state of a registrant. */
  verification: "http://www.nic.at/xsd/at-ext-verification-1.0",
  /** Extension of this package; defined by `schema/handover-1.0.xsd`. */
  handOver: "urn:namewright:params:xml:ns:handover-1.0",
  /** Verisign: the sub-product of a command. */
  namestore: "http://www.verisign-grs.com/epp/namestoreExt-1.1",
  /** Table of an international name (draft-ietf-eppext-idnmap). */
  idn: "urn:ietf:params:xml:ns:idn-1.0",
  /** Verisign: language of an international name. */
  idnLanguage: "http://www.verisign.com/epp/idnLang-1.0",
  ttl: "urn:ietf:params:xml:ns:epp:ttl-1.0",
  /** Only announced, never an element (RFC 9038). */
  unhandledNamespaces: "urn:ietf:params:xml:ns:epp:unhandled-namespaces-1.0",
  /** Only announced, never an element (RFC 9154). */
  secureAuthInfo: "urn:ietf:params:xml:ns:epp:secure-authinfo-transfer-1.0"
} as const
