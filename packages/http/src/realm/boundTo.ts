/**
 * Id of a record of a realm. Records of one realm are not found at another, because the ids of other realms than that of the
 * installation contain its key.
 */
export const boundTo = (realm: string, id: string): string => realm === "" ? id : `${realm} ${id}`
