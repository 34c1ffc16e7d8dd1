const key = 'userVerificationPictures';

/** Numbers of the pictures that were sent and not submitted, so that a reload goes on where it was. */
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
