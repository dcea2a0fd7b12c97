/** What a set is made of. */
export const vanitySetBody = (parent: string, members: object = {}) => ({
  name: "Brand",
  parent_domain_name: parent,
  soa_rname: `hostmaster.${parent}`,
  hostnames: [`ns1.${parent}`, `ns2.${parent}`],
  ...members
})
