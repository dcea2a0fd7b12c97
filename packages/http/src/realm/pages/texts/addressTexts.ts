import type { MailLocale } from "@namewright/core/mail"
import type { AddressRequest } from "@namewright/core/people"

/** Message on a page without a form. */
export type AddressMessage = "changed" | "waiting" | "canceled" | "taken" | "ended"

/** Message above the form of the account. */
export type AddressNote = AddressRequest | "canceled"

interface AddressTexts {
  readonly title: string
  readonly username: string
  readonly old: string
  readonly new: string
  readonly confirm: string
  readonly cancel: string
  readonly confirmed: string
  readonly intro: string
  readonly send: string
  readonly waits: (email: string) => string
  readonly back: string
  readonly notes: Readonly<Record<AddressNote, string>>
  readonly messages: Readonly<Record<AddressMessage, { readonly title: string; readonly text: string }>>
}

export const addressTexts: Readonly<Record<MailLocale, AddressTexts>> = {
  en: {
    title: "Change of the email address",
    username: "Username",
    old: "Old address",
    new: "New address",
    confirm: "Confirm the change",
    cancel: "Cancel the change",
    confirmed: "This address has confirmed the change. The other one has not yet.",
    intro: "Links are sent to the old and the new address. The address changes when both have confirmed.",
    send: "Send the links",
    waits: (email) => `The change to ${email} waits for confirmations.`,
    back: "Back to your account",
    notes: {
      sent: "Two mails are on their way. Confirm the change by the links in both.",
      same: "This is your address already.",
      invalid: "Enter an email address.",
      limited: "This address has got all mails of a day. Try again tomorrow.",
      unavailable: "Your address cannot be changed here. Ask the administrator of your organization.",
      canceled: "The change is canceled."
    },
    messages: {
      changed: {
        title: "The address is changed",
        text: "From now on, mails go to the new address, and you can sign in with it."
      },
      waiting: { title: "Confirmed", text: "The address changes when the other address has confirmed, too." },
      canceled: {
        title: "The change is canceled",
        text: "The old address stays. If you did not request the change, set a new password."
      },
      taken: { title: "The address cannot be changed", text: "The new address belongs to another account." },
      ended: {
        title: "This link does not work any more",
        text: "The change was made, canceled or replaced, or the link has expired."
      }
    }
  },
  de: {
    title: "Änderung der E-Mail-Adresse",
    username: "Benutzername",
    old: "Alte Adresse",
    new: "Neue Adresse",
    confirm: "Änderung bestätigen",
    cancel: "Änderung abbrechen",
    confirmed: "Diese Adresse hat die Änderung bestätigt. Die andere noch nicht.",
    intro: "Links gehen an die alte und die neue Adresse. Die Adresse ändert sich, sobald beide bestätigt haben.",
    send: "Links senden",
    waits: (email) => `Die Änderung in ${email} wartet auf Bestätigungen.`,
    back: "Zurück zu Ihrem Konto",
    notes: {
      sent: "Zwei E-Mails sind unterwegs. Bestätigen Sie die Änderung mit den Links in beiden.",
      same: "Das ist bereits Ihre Adresse.",
      invalid: "Geben Sie eine E-Mail-Adresse ein.",
      limited: "Diese Adresse hat alle E-Mails eines Tages erhalten. Versuchen Sie es morgen noch einmal.",
      unavailable: "Ihre Adresse kann hier nicht geändert werden. Fragen Sie die Verwaltung Ihrer Organisation.",
      canceled: "Die Änderung ist abgebrochen."
    },
    messages: {
      changed: {
        title: "Die Adresse ist geändert",
        text: "Von nun an gehen E-Mails an die neue Adresse, und Sie können sich mit ihr anmelden."
      },
      waiting: { title: "Bestätigt", text: "Die Adresse ändert sich, sobald auch die andere bestätigt hat." },
      canceled: {
        title: "Die Änderung ist abgebrochen",
        text: "Die alte Adresse bleibt. Falls Sie die Änderung nicht angefordert haben, setzen Sie ein neues Passwort."
      },
      taken: {
        title: "Die Adresse kann nicht geändert werden",
        text: "Die neue Adresse gehört zu einem anderen Zugang."
      },
      ended: {
        title: "Dieser Link funktioniert nicht mehr",
        text: "Die Änderung ist erfolgt, abgebrochen oder ersetzt, oder der Link ist abgelaufen."
      }
    }
  }
}
