/** Attribute set for `.us` as a request. */
export const attributeSetBody = {
  label: "US citizens",
  tld: "us",
  attributes: { US_NEXUS_CATEGORY: "C11", US_APP_PURPOSE: "P1" }
}

/** Id of no attribute set. */
export const unknownSet = "contact_attribute_set_01h455vb4pex5vsknk084sn02q"
