/** Whose what belongs to no user is. No user can have this id: theirs never begin with a tilde. */
export const INSTALLATION = "~installation";
