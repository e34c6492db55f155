/** The property set that says which of our own parameters an element has; what wrote the file reads them back. */
export const OWN_SET = "Bailiwick_Element";
