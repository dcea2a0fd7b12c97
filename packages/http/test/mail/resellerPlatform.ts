import { brandDocument, brandPlatform } from "./brandedMail.ts"

export type ResellerPlatform = Awaited<ReturnType<typeof brandPlatform>>

/** Starts a platform at the first of January 2030, with a customer whose reseller has a brand. */
export const resellerPlatform = async (options: Parameters<typeof brandPlatform>[0] = {}) => {
  const all = await brandPlatform(options)
  const { platform, reseller } = all
  await platform.operator.wallets.topUp({ organization_id: reseller, amount: "1000.00", reference: "payment" })
  await platform.as(reseller, "admin").branding.saveDocument(brandDocument)
  return all
}

/** Subject and text of each mail with a subject like this, in the order in which they arrived. */
export const received = async ({ received }: ResellerPlatform, subject: RegExp) =>
  (await received()).filter((mail) => subject.test(mail.subject ?? ""))

export const subjectsOf = async (all: ResellerPlatform, subject: RegExp) =>
  (await received(all, subject)).map((mail) => mail.subject)
