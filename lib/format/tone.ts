export type Tone = 'neutral' | 'accent' | 'positive' | 'warning' | 'danger' | 'sandbox';
