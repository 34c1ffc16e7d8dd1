const key = 'userVerificationPictures';

/** Ids of the pictures that were sent but not submitted, so that a reload resumes there. */
export interface Pictures {
  front: string | null;
  back: string | null;
}

export const picturesSent = {
  read(): Pictures | null {
    const kept = sessionStorage.getItem(key)?.split(' ');
    return kept ? { front: kept[0] || null, back: kept[1] || null } : null;
  },
  keep: ({ front, back }: Pictures): void => sessionStorage.setItem(key, `${front ?? ''} ${back ?? ''}`),
  forget: (): void => sessionStorage.removeItem(key),
};
