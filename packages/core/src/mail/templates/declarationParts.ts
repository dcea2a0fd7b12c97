/** Parts that the mails about a declaration share. */
export const declarationParts = {
  variables: {
    name: { type: "text", sample: "Ada Lovelace" },
    domain_name: { type: "text", sample: "example.no" },
    declaration_url: {
      type: "url",
      sample: "https://example.com/v1/domains/tld-specific/no/applicant-declaration?token=sample"
    },
    expires_on: { type: "date", sample: "2030-01-15T09:00:00Z" }
  },
  greeting: {
    label: "Greeting",
    text: { en: "Hello {{name}},", de: "Guten Tag {{name}}," }
  },
  sign: {
    label: "Link",
    link: "declaration_url",
    text: { en: "Read and sign the declaration", de: "Erklärung lesen und unterzeichnen" }
  },
  expiry: {
    label: "Deadline",
    text: {
      en: "If the declaration is not signed by {{expires_on}}, the registration is canceled.",
      de: "Wird die Erklärung nicht bis zum {{expires_on}} unterzeichnet, wird die Registrierung abgebrochen."
    }
  },
  closing: {
    label: "Closing",
    text: {
      en: "If you did not order this domain, you can ignore this mail.",
      de: "Falls Sie diese Domain nicht bestellt haben, können Sie diese E-Mail ignorieren."
    }
  }
} as const
