//! The model against its reference, and what vectors are good for.

use super::*;

/// Texts with what the reference encoder of the model gives for them (`indexer/model/README.md`).
#[test]
fn vectors_are_those_of_the_reference_encoder() {
    let text = include_str!("../../model/reference_vectors.json");
    let all: serde_json::Value = serde_json::from_str(text).unwrap();
    for one in all.as_array().unwrap() {
        let text = one["text"].as_str().unwrap();
        let mut ids = Vec::new();
        vocabulary::each_token(text, |id| ids.push(u64::from(id)));
        let expected: Vec<u64> = one["ids"].as_array().unwrap().iter().map(|id| id.as_u64().unwrap()).collect();
        assert_eq!(ids, expected, "{text}");
        let vector = embed(text);
        for (value, expected) in vector.iter().zip(one["first8"].as_array().unwrap()) {
            let expected = expected.as_f64().unwrap() as f32;
            assert!((value - expected).abs() < 2e-5, "{text}: {value} is not {expected}");
        }
        let norm = dot(&vector, &vector).sqrt();
        assert!((f64::from(norm) - one["norm"].as_f64().unwrap()).abs() < 1e-4, "{text}: length {norm}");
    }
}

#[test]
fn every_word_has_a_vector() {
    assert_eq!(table::len(), vocabulary::len());
}

#[test]
fn like_texts_are_near_and_weights_matter() {
    let near = dot(&embed("open the config file"), &embed("def read_configuration(path): return open(path)"));
    let far = dot(&embed("open the config file"), &embed("def multiply_matrix(a, b): return a @ b"));
    assert!(near > far + 0.1, "{near} {far}");
    let weighted = embed_weighted("config router", |word| f32::from(u8::from(word == "router")));
    assert!(dot(&weighted, &embed("router")) > 0.999);
    assert_eq!(embed("!!!"), [0.0; DIMS]);
}

#[test]
fn the_names_of_a_chunk_pull_it_towards_them() {
    let text = "x = 1\nreturn x\n";
    let mut with = embed_chunk([text].into_iter(), "get user info");
    normalise(&mut with);
    let without = embed(text);
    let asked = embed("user info");
    assert!(dot(&asked, &with) > dot(&asked, &without) + 0.2);
}
