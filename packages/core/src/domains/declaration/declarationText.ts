import type { MailLocale } from "../../mail/index.ts"

/** Text of a declaration. */
export interface DeclarationText {
  readonly header: string
  readonly introduction: string
  readonly contract: string
}

/** Version of the declaration that the registry asks for, which is sent with the registration. */
export const declarationVersion = "3.2"

/** Text of the declaration of applicants for .no domains, for a domain and its holder. */
export const declarationText = (
  locale: MailLocale,
  { domain_name, subscriber_name }: { readonly domain_name: string; readonly subscriber_name: string }
): DeclarationText =>
  locale === "de"
    ? {
      header: `Erklärung zur Registrierung von ${domain_name}`,
      introduction:
        `${subscriber_name} beantragt die Domain ${domain_name} bei Norid, der Registrierungsstelle für .no. Norid registriert sie erst nach dieser Erklärung.`,
      contract: [
        "Ich erkläre als Antragsteller oder in dessen Namen und mit Vollmacht:",
        "1. Die Regeln von Norid für Domains unter .no, auch in künftigen Fassungen, gelten für diese Domain.",
        "2. Registrierung und Nutzung der Domain verletzen weder Rechte anderer noch norwegisches Recht und erwecken nicht den falschen Eindruck, von einer Behörde zu stammen.",
        "3. Streitigkeiten über die Domain werden nach dem Verfahren von Norid entschieden; norwegische Gerichte bleiben zuständig.",
        "4. Meine Angaben sind richtig und werden aktuell gehalten. Norid darf sie verarbeiten, soweit die Registrierung es erfordert.",
        "5. Verletzt die Domain diese Erklärung, kann Norid sie sperren oder löschen."
      ].join("\n")
    }
    : {
      header: `Declaration for the registration of ${domain_name}`,
      introduction:
        `${subscriber_name} applies for the domain ${domain_name} at Norid, the registry of .no. Norid registers it only after this declaration.`,
      contract: [
        "As the applicant, or in its name and with its authority, I declare:",
        "1. The rules of Norid for domains under .no, also in later versions, apply to this domain.",
        "2. Registration and use of the domain infringe neither rights of others nor Norwegian law, and do not give the false impression of a public authority.",
        "3. Disputes about the domain are decided by the procedure of Norid; Norwegian courts remain competent.",
        "4. The data that I gave are correct and will be kept up to date. Norid may process them as far as the registration requires.",
        "5. If the domain violates this declaration, Norid may suspend or delete it."
      ].join("\n")
    }
