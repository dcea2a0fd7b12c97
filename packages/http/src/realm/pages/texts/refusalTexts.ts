import type { MailLocale } from "@namewright/core/mail"

/** Pages that explain a refusal. */
export type RefusalPage = "staleForm" | "expired" | "unknownApproval" | "notAdmitted" | "noPasskeys"

type RefusalTexts = Readonly<Record<RefusalPage, { readonly title: string; readonly text: string }>>

export const refusalTexts: Readonly<Record<MailLocale, RefusalTexts>> = {
  en: {
    staleForm: {
      title: "This form is no longer valid",
      text:
        "It was opened too long ago, in another browser, or by another site. Nothing was done. Go back and reload the page."
    },
    expired: {
      title: "This page has expired",
      text: "It was opened too long ago, or in another browser. Go back to the program and begin again."
    },
    unknownApproval: {
      title: "There is no such approval for you",
      text: "It belongs to another organization, or asks for something that your role does not allow."
    },
    notAdmitted: {
      title: "You cannot do this",
      text: "Your organization does not accept calls from your address, or your account has been disabled."
    },
    noPasskeys: { title: "There is no such page", text: "This address has no passkeys." }
  },
  de: {
    staleForm: {
      title: "Dieses Formular ist nicht mehr gültig",
      text:
        "Es wurde vor zu langer Zeit, in einem anderen Browser oder von einer anderen Website geöffnet. Es ist nichts geschehen. Gehen Sie zurück und laden Sie die Seite neu."
    },
    expired: {
      title: "Diese Seite ist abgelaufen",
      text:
        "Sie wurde vor zu langer Zeit oder in einem anderen Browser geöffnet. Gehen Sie zurück zum Programm und beginnen Sie noch einmal."
    },
    unknownApproval: {
      title: "Diese Genehmigung gibt es für Sie nicht",
      text: "Sie gehört zu einer anderen Organisation, oder Ihre Rolle erlaubt nicht, was sie verlangt."
    },
    notAdmitted: {
      title: "Das können Sie nicht tun",
      text: "Ihre Organisation lässt Anfragen von Ihrer Adresse nicht zu, oder Ihr Konto ist gesperrt."
    },
    noPasskeys: { title: "Diese Seite gibt es nicht", text: "Unter dieser Adresse gibt es keine Passkeys." }
  }
}
