import { videoPage } from './video-page.tsx';

/** `/h5sign/identity-four/{nid}` */
export const Component = videoPage('identity-four', 'live-video', 'portrait');
