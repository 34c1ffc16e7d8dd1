import { AgreementPage } from './page.tsx';

export const Component = () => <AgreementPage name="certificate" />;
